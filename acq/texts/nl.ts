import type { Texts } from "./texts";

export const nl: Texts = {
  mail: {
    subject: (brand) => `Uw lidmaatschap van ${brand}: nog één stap`,
    greeting: (firstName) => `Beste ${firstName},`,
    intro: (brand) =>
      `Wat fijn dat u de uitnodiging voor ${brand} hebt aangenomen. Bevestig uw e-mailadres om uw lidmaatschap te activeren.`,
    next: "Open de link en bevestig op de pagina die verschijnt. Daarna kiest u een wachtwoord en gaan de deuren voor u open.",
    button: "Lidmaatschap activeren",
    fallback: "Werkt de knop niet? Kopieer dan dit adres naar uw browser:",
    validity: "De link is 72 uur geldig. Daarna gaat uw plaats naar iemand anders.",
    ignore: "Hebt u zich niet aangemeld? Dan kunt u dit bericht negeren: er wordt niets geactiveerd.",
    signOff: (brand) => `Met vriendelijke groet, ${brand}`,
  },
  welcome: {
    title: "Kies uw wachtwoord",
    intro: (firstName, brand) => `Welkom bij ${brand}, ${firstName}. Uw lidmaatschap is actief.`,
    email: "E-mailadres",
    password: "Wachtwoord",
    hint: (minimum) =>
      `Ten minste ${minimum} tekens. Een korte zin is makkelijk te onthouden en moeilijk te raden.`,
    submit: "Wachtwoord opslaan",
    problem: "Er is een probleem",
    error: "Fout",
    tooShort: (minimum) => `Uw wachtwoord moet ten minste ${minimum} tekens hebben`,
    tooLong: (maximum) => `Uw wachtwoord mag hooguit ${maximum} tekens hebben`,
    doneTitle: "Uw wachtwoord is opgeslagen",
    doneText: (brand) => `U kunt nu met uw e-mailadres en wachtwoord inloggen bij ${brand}.`,
    signIn: "Inloggen",
    invalidTitle: "Deze link is niet meer geldig",
    invalidText: "Open de link in uw activeringsmail nog een keer. U komt dan hier terug.",
    demonstration: "Alleen ter demonstratie: deze pagina hoort niet bij een echte winkel.",
  },
};
