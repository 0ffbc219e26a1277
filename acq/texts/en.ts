import type { Texts } from "./texts";

export const en: Texts = {
  mail: {
    subject: (brand) => `Your ${brand} membership: one step left`,
    greeting: (firstName) => `Dear ${firstName},`,
    intro: (brand) =>
      `Thank you for accepting your invitation to ${brand}. Please confirm your e-mail address to activate your membership.`,
    next: "Open the link and confirm on the page that appears. You can then choose a password and step inside.",
    button: "Activate membership",
    fallback: "If the button does not work, copy this address into your browser:",
    validity: "The link is valid for 72 hours. After that, your place is given to someone else.",
    ignore: "You did not sign up? Then simply ignore this message: nothing will be activated.",
    signOff: (brand) => `With kind regards, ${brand}`,
  },
  welcome: {
    title: "Choose your password",
    intro: (firstName, brand) => `Welcome to ${brand}, ${firstName}. Your membership is active.`,
    email: "E-mail address",
    password: "Password",
    hint: (minimum) =>
      `At least ${minimum} characters. A short sentence is easy to remember and hard to guess.`,
    submit: "Save password",
    problem: "There is a problem",
    error: "Error",
    tooShort: (minimum) => `Your password must have at least ${minimum} characters`,
    tooLong: (maximum) => `Your password must have ${maximum} characters or fewer`,
    doneTitle: "Your password is saved",
    doneText: (brand) => `You can now sign in to ${brand} with your e-mail address and your password.`,
    signIn: "Sign in",
    invalidTitle: "This link is no longer valid",
    invalidText: "Please open the link in your activation e-mail once more. It brings you back here.",
    demonstration: "For demonstration only: this page is not part of a real shop.",
  },
};
