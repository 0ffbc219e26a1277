/** Every name that one of our forms may send; anything else is refused before it is parsed (quality.md, "Safe"). */
export const fieldNames: ReadonlySet<string> = new Set([
  "intent",
  "step",
  "formToken",
  "registrationCode",
  "gender",
  "firstname",
  "lastname",
  "email",
  "country",
  "postalCode",
  "bday",
  "newsletter",
  "terms",
  "questionedEmail",
  "website",
  "termsPkString",
  "dataPolicyPkString",
  "accountActivationId",
  "password",
  "locale",
  "returnTo",
  "choice",
  "analytics",
  "marketing",
  "madeLinks",
  "label",
  "target",
  "weight",
]);

/** A browser that does not know the `form` attribute sends the language form's both; a split has several targets. */
export const repeatable: ReadonlySet<string> = new Set(["returnTo", "target", "weight"]);
