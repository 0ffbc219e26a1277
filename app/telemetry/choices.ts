/** Fields and parameters that hold a choice of ours, or nothing about a person: any other one counts as typed. */
const choices = new Set([
  ...["intent", "step", "newsletter", "terms", "popup", "locale", "lang", "choice", "analytics", "marketing"],
  ...["country", "termsPkString", "dataPolicyPkString", "reason", "done", "disablegb"],
  ...["registrationFlow", "campaign", "event", "kind"],
]);

export const isChoice = (name: string) => choices.has(name);
