import { expect, it } from "vitest";
import { findMailbox } from "./mailboxes";

it.each([
  ["zoe@gmail.com", "Gmail"],
  ["zoe@Hotmail.FR", "Outlook"],
  ["zoe@yahoo.co.uk", "Yahoo Mail"],
  ["zoe@gmx.at", "GMX"],
  ["zoe@web.de", "WEB.DE"],
])("findMailbox recognizes the mail provider of %s as %s", (email, name) => {
  expect(findMailbox(email)?.name).toBe(name);
});

it.each(["zoe@example.com", "zoe@web.de.example", "zoe@live.example.com", "zoe@mygmail.com", ""])(
  "findMailbox recognizes no mail provider for %j",
  (email) => {
    expect(findMailbox(email)).toBeUndefined();
  },
);
