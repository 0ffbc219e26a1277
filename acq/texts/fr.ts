import type { Texts } from "./texts";

export const fr: Texts = {
  mail: {
    subject: (brand) => `Votre adhésion à ${brand} : plus qu’une étape`,
    greeting: (firstName) => `Bonjour ${firstName},`,
    intro: (brand) =>
      `Merci d’avoir accepté votre invitation à rejoindre ${brand}. Veuillez confirmer votre adresse e-mail pour activer votre adhésion.`,
    next: "Ouvrez le lien et confirmez sur la page qui s’affiche. Vous choisirez ensuite un mot de passe, et nos portes vous seront ouvertes.",
    button: "Activer mon adhésion",
    fallback: "Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
    validity:
      "Ce lien est valable 72 heures. Passé ce délai, votre place sera proposée à une autre personne.",
    ignore:
      "Vous n’êtes pas à l’origine de cette inscription ? Ignorez simplement ce message : rien ne sera activé.",
    signOff: (brand) => `Bien à vous, ${brand}`,
  },
  welcome: {
    title: "Choisissez votre mot de passe",
    intro: (firstName, brand) => `Bienvenue chez ${brand}, ${firstName}. Votre adhésion est active.`,
    email: "Adresse e-mail",
    password: "Mot de passe",
    hint: (minimum) =>
      `Au moins ${minimum} caractères. Une courte phrase est facile à retenir et difficile à deviner.`,
    submit: "Enregistrer le mot de passe",
    problem: "Un problème est survenu",
    error: "Erreur",
    tooShort: (minimum) => `Votre mot de passe doit comporter au moins ${minimum} caractères`,
    tooLong: (maximum) => `Votre mot de passe doit comporter au plus ${maximum} caractères`,
    doneTitle: "Votre mot de passe est enregistré",
    doneText: (brand) =>
      `Vous pouvez maintenant vous connecter à ${brand} avec votre adresse e-mail et votre mot de passe.`,
    signIn: "Se connecter",
    invalidTitle: "Ce lien n’est plus valable",
    invalidText:
      "Veuillez ouvrir à nouveau le lien de votre e-mail d’activation. Il vous ramènera sur cette page.",
    demonstration: "Démonstration uniquement : cette page n’appartient à aucune boutique réelle.",
  },
};
