import type { Texts } from "./texts";

export const pl: Texts = {
  mail: {
    subject: (brand) => `Członkostwo w ${brand}: został jeszcze jeden krok`,
    greeting: (firstName) => `Dzień dobry, ${firstName},`,
    intro: (brand) =>
      `dziękujemy za przyjęcie zaproszenia do ${brand}. Prosimy o potwierdzenie adresu e-mail, aby aktywować członkostwo.`,
    next: "Prosimy otworzyć link i potwierdzić na stronie, która się pojawi. Potem wystarczy wybrać hasło, a drzwi klubu staną przed Państwem otworem.",
    button: "Aktywuj członkostwo",
    fallback: "Jeśli przycisk nie działa, prosimy skopiować ten adres do przeglądarki:",
    validity: "Link jest ważny przez 72 godziny. Po tym czasie miejsce przekażemy innej osobie.",
    ignore:
      "Jeśli to nie Państwo się rejestrowali, prosimy zignorować tę wiadomość: nic nie zostanie aktywowane.",
    signOff: (brand) => `Z wyrazami szacunku, ${brand}`,
  },
  welcome: {
    title: "Wybór hasła",
    intro: (firstName, brand) => `${firstName}, witamy w ${brand}. Członkostwo jest aktywne.`,
    email: "Adres e-mail",
    password: "Hasło",
    hint: (minimum) => `Co najmniej ${minimum} znaków. Krótkie zdanie łatwo zapamiętać, a trudno odgadnąć.`,
    submit: "Zapisz hasło",
    problem: "Wystąpił problem",
    error: "Błąd",
    tooShort: (minimum) => `Hasło musi mieć co najmniej ${minimum} znaków`,
    tooLong: (maximum) => `Hasło może mieć najwyżej ${maximum} znaków`,
    doneTitle: "Hasło zostało zapisane",
    doneText: (brand) => `Mogą się Państwo teraz zalogować do ${brand}, podając adres e-mail i hasło.`,
    signIn: "Zaloguj się",
    invalidTitle: "Ten link stracił ważność",
    invalidText: "Prosimy ponownie otworzyć link z wiadomości aktywacyjnej. Zaprowadzi on z powrotem tutaj.",
    demonstration: "Tylko do celów pokazowych: ta strona nie należy do prawdziwego sklepu.",
  },
};
