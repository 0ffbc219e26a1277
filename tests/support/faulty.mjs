// Loaded before the built server (node --import) to test unexpected errors: a request with the header X-Fault makes the
// place that it names fail, with the message of X-Fault-Says.
import { Server, ServerResponse } from "node:http";

/** @type {{ place: string, says: string }[]} */
const armed = [];

function failAt(place) {
  const index = armed.findIndex((fault) => fault.place === place);
  if (index < 0) return;
  const [{ says }] = armed.splice(index, 1);
  const error = new Error(`${place}: ${says}`, { cause: new TypeError(`behind it: ${says}`) });
  throw Object.assign(error, { request: { variables: { email: says, firstName: says } } });
}

/** Lets a function that the server calls at this place fail first. */
function before(owner, name, place) {
  const original = owner[name];
  owner[name] = function (...given) {
    failAt(place);
    return Reflect.apply(original, this, given);
  };
}

before(URLSearchParams.prototype, "get", "loader");
before(URLSearchParams.prototype, Symbol.iterator, "loader");
before(Request.prototype, "formData", "action");
before(Intl.DisplayNames.prototype, "of", "render");
before(Promise, "allSettled", "template");
before(ServerResponse.prototype, "setHeader", "pipeline");

const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...given) {
  const { "x-fault": place, "x-fault-says": says = "" } = given[0]?.headers ?? {};
  if (event === "request" && place !== undefined) fail(place, decodeURIComponent(says));
  return Reflect.apply(emit, this, [event, ...given]);
};

function fail(place, says) {
  armed.push({ place, says });
  if (place === "console") console.error(new Error(`console: ${says}`), says);
  else if (place === "uncaught") setImmediate(() => failAt("uncaught"));
  else if (place === "rejection") setImmediate(() => void Promise.reject(new Error(`rejection: ${says}`)));
}
