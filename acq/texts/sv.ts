import type { Texts } from "./texts";

export const sv: Texts = {
  mail: {
    subject: (brand) => `Ditt medlemskap i ${brand}: bara ett steg kvar`,
    greeting: (firstName) => `Hej ${firstName},`,
    intro: (brand) =>
      `Vad roligt att du har tackat ja till inbjudan till ${brand}. Bekräfta din e-postadress för att aktivera ditt medlemskap.`,
    next: "Öppna länken och bekräfta på sidan som visas. Sedan väljer du ett lösenord och kan kliva in.",
    button: "Aktivera medlemskapet",
    fallback: "Om knappen inte fungerar kan du kopiera den här adressen till din webbläsare:",
    validity: "Länken gäller i 72 timmar. Därefter går din plats vidare till någon annan.",
    ignore:
      "Var det inte du som anmälde dig? Då kan du bortse från det här meddelandet: ingenting aktiveras.",
    signOff: (brand) => `Vänliga hälsningar, ${brand}`,
  },
  welcome: {
    title: "Välj ditt lösenord",
    intro: (firstName, brand) => `Välkommen till ${brand}, ${firstName}. Ditt medlemskap är aktivt.`,
    email: "E-postadress",
    password: "Lösenord",
    hint: (minimum) => `Minst ${minimum} tecken. En kort mening är lätt att minnas och svår att gissa.`,
    submit: "Spara lösenordet",
    problem: "Något behöver rättas till",
    error: "Fel",
    tooShort: (minimum) => `Lösenordet måste ha minst ${minimum} tecken`,
    tooLong: (maximum) => `Lösenordet får ha högst ${maximum} tecken`,
    doneTitle: "Ditt lösenord är sparat",
    doneText: (brand) => `Nu kan du logga in på ${brand} med din e-postadress och ditt lösenord.`,
    signIn: "Logga in",
    invalidTitle: "Länken gäller inte längre",
    invalidText: "Öppna länken i ditt aktiveringsmejl en gång till. Den tar dig tillbaka hit.",
    demonstration: "Endast för demonstration: den här sidan hör inte till någon riktig butik.",
  },
};
