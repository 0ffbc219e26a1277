import type { Texts } from "./texts";

export const it: Texts = {
  mail: {
    subject: (brand) => `La Sua iscrizione a ${brand}: manca solo un passo`,
    greeting: (firstName) => `Gentile ${firstName},`,
    intro: (brand) =>
      `grazie per aver accettato l’invito di ${brand}. La preghiamo di confermare il Suo indirizzo e-mail per attivare l’iscrizione.`,
    next: "Apra il link e confermi nella pagina che appare. Potrà poi scegliere una password ed entrare nel club.",
    button: "Attiva l’iscrizione",
    fallback: "Se il pulsante non funziona, copi questo indirizzo nel Suo browser:",
    validity: "Il link è valido per 72 ore. Trascorso questo termine, il Suo posto sarà offerto ad altri.",
    ignore: "Non ha richiesto l’iscrizione? Ignori semplicemente questo messaggio: non verrà attivato nulla.",
    signOff: (brand) => `Cordiali saluti, ${brand}`,
  },
  welcome: {
    title: "Scelga la Sua password",
    intro: (firstName, brand) => `${firstName}, ${brand} Le dà il benvenuto. La Sua iscrizione è attiva.`,
    email: "Indirizzo e-mail",
    password: "Password",
    hint: (minimum) =>
      `Almeno ${minimum} caratteri. Una breve frase è facile da ricordare e difficile da indovinare.`,
    submit: "Salva la password",
    problem: "Si è verificato un problema",
    error: "Errore",
    tooShort: (minimum) => `La password deve avere almeno ${minimum} caratteri`,
    tooLong: (maximum) => `La password può avere al massimo ${maximum} caratteri`,
    doneTitle: "La Sua password è stata salvata",
    doneText: (brand) => `Ora può accedere a ${brand} con il Suo indirizzo e-mail e la Sua password.`,
    signIn: "Accedi",
    invalidTitle: "Questo link non è più valido",
    invalidText: "Apra di nuovo il link nell’e-mail di attivazione: La riporterà a questa pagina.",
    demonstration: "Solo a scopo dimostrativo: questa pagina non appartiene a un negozio reale.",
  },
};
