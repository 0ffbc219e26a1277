import type { Texts } from "./texts";

export const de: Texts = {
  mail: {
    subject: (brand) => `Ihre Mitgliedschaft bei ${brand}: nur noch ein Schritt`,
    greeting: (firstName) => `Guten Tag ${firstName},`,
    intro: (brand) =>
      `schön, dass Sie die Einladung zu ${brand} angenommen haben. Bitte bestätigen Sie Ihre E-Mail-Adresse, um Ihre Mitgliedschaft zu aktivieren.`,
    next: "Öffnen Sie den Link und bestätigen Sie auf der Seite, die erscheint. Danach wählen Sie ein Passwort, und die Türen stehen Ihnen offen.",
    button: "Mitgliedschaft aktivieren",
    fallback: "Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:",
    validity: "Der Link ist 72 Stunden gültig. Danach geben wir Ihren Platz weiter.",
    ignore:
      "Sie haben sich nicht angemeldet? Dann betrachten Sie diese Nachricht als gegenstandslos: Es wird nichts aktiviert.",
    signOff: (brand) => `Mit freundlichen Grüßen, ${brand}`,
  },
  welcome: {
    title: "Wählen Sie Ihr Passwort",
    intro: (firstName, brand) => `Willkommen bei ${brand}, ${firstName}. Ihre Mitgliedschaft ist aktiv.`,
    email: "E-Mail-Adresse",
    password: "Passwort",
    hint: (minimum) =>
      `Mindestens ${minimum} Zeichen. Ein kurzer Satz ist leicht zu merken und schwer zu erraten.`,
    submit: "Passwort speichern",
    problem: "Es gibt ein Problem",
    error: "Fehler",
    tooShort: (minimum) => `Ihr Passwort muss mindestens ${minimum} Zeichen lang sein`,
    tooLong: (maximum) => `Ihr Passwort darf höchstens ${maximum} Zeichen lang sein`,
    doneTitle: "Ihr Passwort ist gespeichert",
    doneText: (brand) =>
      `Sie können sich jetzt mit Ihrer E-Mail-Adresse und Ihrem Passwort bei ${brand} anmelden.`,
    signIn: "Anmelden",
    invalidTitle: "Dieser Link ist nicht mehr gültig",
    invalidText:
      "Bitte öffnen Sie noch einmal den Link in Ihrer Aktivierungs-E-Mail. Er führt Sie hierher zurück.",
    demonstration: "Nur zur Vorführung: Diese Seite gehört zu keinem echten Shop.",
  },
};
