import type { Locale } from "~/i18n/locales";

/**
 * The texts of all pages from entering a code to becoming a member in each language, for the brand Velvetgate and the
 * inviter Anna. They are copies, so that tests notice a changed or lost text.
 */
export const wordsByLocale: Record<Locale, JourneyWords> = {
  en: {
    landingTitle: "The invitation-only fashion club",
    codeLabel: "Access code",
    codeButton: "Continue",
    formTitle: "Create your account",
    formHeading: "Anna has invited you to Velvetgate",
    formButton: "Create account",
    finishedTitle: "Confirm your email address",
    finishedHeading: "Please confirm your email address",
    finishedBody: (email) =>
      `We’ve sent an activation email to ${email}. Open the link in that email within 72\u00a0hours and choose “Activate account”.`,
    activationTitle: "Activate your account",
    activationHeading: "Activate your account",
    activationButton: "Activate account",
    activatedTitle: "Your account is active",
    activatedHeading: "Welcome to Velvetgate",
    activatedLink: "Continue to the club",
    alreadyActiveHeading: "Your account is already active",
    mailSubject: "Your Velvetgate membership: one step to go",
    mailGreeting: "Dear Zoë,",
    mailButtonLabel: "Activate account",
    welcomeTitle: "Choose your password",
  },
  de: {
    landingTitle: "Der Modeclub auf Einladung",
    codeLabel: "Zugangscode",
    codeButton: "Weiter",
    formTitle: "Konto anlegen",
    formHeading: "Anna lädt Sie zu\u00a0Velvetgate ein",
    formButton: "Konto anlegen",
    finishedTitle: "E-Mail-Adresse bestätigen",
    finishedHeading: "Bitte bestätigen Sie Ihre E\u2011Mail-Adresse",
    finishedBody: (email) =>
      `Wir haben eine Aktivierungs-E\u2011Mail an ${email} gesendet. Öffnen Sie den Link darin innerhalb von 72\u00a0Stunden und wählen Sie „Konto aktivieren“.`,
    activationTitle: "Konto aktivieren",
    activationHeading: "Konto aktivieren",
    activationButton: "Konto aktivieren",
    activatedTitle: "Ihr Konto ist aktiv",
    activatedHeading: "Willkommen bei Velvetgate",
    activatedLink: "Weiter zum Club",
    alreadyActiveHeading: "Ihr Konto ist bereits aktiv",
    mailSubject: "Ihre Mitgliedschaft bei Velvetgate: nur noch ein Schritt",
    mailGreeting: "Guten Tag,",
    mailButtonLabel: "Konto aktivieren",
    welcomeTitle: "Wählen Sie Ihr Passwort",
  },
  fr: {
    landingTitle: "Le club de mode sur invitation",
    codeLabel: "Code d’accès",
    codeButton: "Continuer",
    formTitle: "Créez votre compte",
    formHeading: "Anna vous\u00a0invite à\u00a0rejoindre\u00a0Velvetgate",
    formButton: "Créer mon compte",
    finishedTitle: "Confirmez votre adresse e-mail",
    finishedHeading: "Confirmez votre adresse\u00a0e\u2011mail",
    finishedBody: (email) =>
      `Nous avons envoyé un e\u2011mail d’activation à ${email}. Vous avez 72\u00a0heures pour activer votre compte\u202f: dans cet e\u2011mail, cliquez sur «\u00a0Activer\u00a0mon\u00a0compte\u00a0», puis une seconde fois sur la page qui s’ouvre.`,
    activationTitle: "Activez votre compte",
    activationHeading: "Activez votre compte",
    activationButton: "Activer mon compte",
    activatedTitle: "Votre compte est actif",
    activatedHeading: "Bienvenue chez Velvetgate",
    activatedLink: "Continuer",
    alreadyActiveHeading: "Votre compte est déjà actif",
    mailSubject: "Votre adhésion à Velvetgate\u202f: encore une étape",
    mailGreeting: "Bonjour Zoë,",
    mailButtonLabel: "Activer mon compte",
    welcomeTitle: "Choisissez votre mot de passe",
  },
  it: {
    landingTitle: "Il club della moda su invito",
    codeLabel: "Codice di accesso",
    codeButton: "Avanti",
    formTitle: "Crei il suo account",
    formHeading: "Anna la invita nel\u00a0club\u00a0Velvetgate",
    formButton: "Crea l’account",
    finishedTitle: "Confermi il suo indirizzo e-mail",
    finishedHeading: "Confermi il\u00a0suo indirizzo\u00a0e\u2011mail",
    finishedBody: (email) =>
      `Abbiamo inviato un’e\u2011mail di attivazione a ${email}. Entro 72\u00a0ore apra il link e scelga «Attiva l’account».`,
    activationTitle: "Attivi il suo account",
    activationHeading: "Attivi il suo account",
    activationButton: "Attiva l’account",
    activatedTitle: "Il suo account è attivo",
    activatedHeading: "Le diamo il\u00a0benvenuto in\u00a0Velvetgate",
    activatedLink: "Entra nel club",
    alreadyActiveHeading: "Il suo account è già attivo",
    mailSubject: "La sua iscrizione a Velvetgate: manca solo un passo",
    mailGreeting: "Gentile Zoë,",
    mailButtonLabel: "Attiva l’account",
    welcomeTitle: "Scelga la sua password",
  },
  nl: {
    landingTitle: "De modeclub op uitnodiging",
    codeLabel: "Toegangscode",
    codeButton: "Verder",
    formTitle: "Account aanmaken",
    formHeading: "Anna nodigt\u00a0u\u00a0uit voor\u00a0Velvetgate",
    formButton: "Account aanmaken",
    finishedTitle: "E-mailadres bevestigen",
    finishedHeading: "Bevestig uw e\u2011mailadres",
    finishedBody: (email) =>
      `We hebben een activeringsmail gestuurd naar ${email}. Open de link daarin binnen 72\u00a0uur en kies ‘Account activeren’.`,
    activationTitle: "Account activeren",
    activationHeading: "Account activeren",
    activationButton: "Account activeren",
    activatedTitle: "Uw account is actief",
    activatedHeading: "Welkom bij Velvetgate",
    activatedLink: "Verder naar de club",
    alreadyActiveHeading: "Uw account is al actief",
    mailSubject: "Uw lidmaatschap van Velvetgate: nog één stap",
    mailGreeting: "Beste Zoë,",
    mailButtonLabel: "Account activeren",
    welcomeTitle: "Kies uw wachtwoord",
  },
  pl: {
    landingTitle: "Klub mody tylko na zaproszenie",
    codeLabel: "Kod dostępu",
    codeButton: "Dalej",
    formTitle: "Załóż konto",
    formHeading: "Anna zaprasza Cię do\u00a0klubu Velvetgate",
    formButton: "Załóż konto",
    finishedTitle: "Potwierdź adres e-mail",
    finishedHeading: "Potwierdź swój adres e\u2011mail",
    finishedBody: (email) =>
      `Na adres ${email} wysłaliśmy wiadomość aktywacyjną. Otwórz link z\u00a0tej wiadomości w\u00a0ciągu 72\u00a0godzin i\u00a0wybierz „Aktywuj konto”.`,
    activationTitle: "Aktywuj swoje konto",
    activationHeading: "Aktywuj swoje konto",
    activationButton: "Aktywuj konto",
    activatedTitle: "Twoje konto jest aktywne",
    activatedHeading: "Witamy w\u00a0klubie Velvetgate",
    activatedLink: "Dalej",
    alreadyActiveHeading: "Twoje konto jest już aktywne",
    mailSubject: "Twoje członkostwo w\u00a0klubie Velvetgate: jeszcze jeden krok",
    mailGreeting: "Dzień dobry,",
    mailButtonLabel: "Aktywuj konto",
    welcomeTitle: "Ustaw hasło",
  },
  sv: {
    landingTitle: "Modeklubben för inbjudna",
    codeLabel: "Åtkomstkod",
    codeButton: "Fortsätt",
    formTitle: "Skapa ditt konto",
    formHeading: "Anna bjuder\u00a0in\u00a0dig till\u00a0Velvetgate",
    formButton: "Skapa konto",
    finishedTitle: "Bekräfta din e-postadress",
    finishedHeading: "Bekräfta din e\u2011postadress",
    finishedBody: (email) =>
      `Vi har skickat ett aktiveringsmejl till ${email}. Öppna länken i mejlet inom 72\u00a0timmar och välj ”Aktivera kontot”.`,
    activationTitle: "Aktivera ditt konto",
    activationHeading: "Aktivera ditt konto",
    activationButton: "Aktivera kontot",
    activatedTitle: "Ditt konto är aktivt",
    activatedHeading: "Välkommen till Velvetgate",
    activatedLink: "Vidare till klubben",
    alreadyActiveHeading: "Ditt konto är redan aktivt",
    mailSubject: "Ditt medlemskap i Velvetgate: bara ett steg kvar",
    mailGreeting: "Hej Zoë,",
    mailButtonLabel: "Aktivera kontot",
    welcomeTitle: "Välj ett lösenord",
  },
};

interface JourneyWords {
  landingTitle: string;
  codeLabel: string;
  codeButton: string;
  formTitle: string;
  formHeading: string;
  formButton: string;
  finishedTitle: string;
  finishedHeading: string;
  finishedBody: (email: string) => string;
  activationTitle: string;
  activationHeading: string;
  activationButton: string;
  activatedTitle: string;
  activatedHeading: string;
  activatedLink: string;
  alreadyActiveHeading: string;
  mailSubject: string;
  mailGreeting: string;
  mailButtonLabel: string;
  /** The title of the embedded acq's page for choosing a password, which follows the activation. */
  welcomeTitle: string;
}
