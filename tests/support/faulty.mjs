// Loaded before the built server (node --import), to test unexpected errors. A request with the header X-Fault makes
// the named place in the code fail. The header X-Fault-Message contains the error's message.
import { Server, ServerResponse } from "node:http";

/** @type {{ place: string, message: string }[]} */
const pendingFaults = [];

function throwPendingFault(place) {
  const index = pendingFaults.findIndex((fault) => fault.place === place);
  if (index < 0) return;
  const [{ message }] = pendingFaults.splice(index, 1);
  const error = new Error(`${place}: ${message}`, { cause: new TypeError(`behind it: ${message}`) });
  throw Object.assign(error, { request: { variables: { email: message, firstName: message } } });
}

/**
 * Replaces a function of the server. If a request demands a failure at this place in the code, the new function throws;
 * otherwise it calls the original function.
 */
function failBeforeMethod(replacedObject, name, place) {
  const originalMethod = replacedObject[name];
  replacedObject[name] = function (...parameters) {
    throwPendingFault(place);
    return Reflect.apply(originalMethod, this, parameters);
  };
}

failBeforeMethod(URLSearchParams.prototype, "get", "loader");
failBeforeMethod(URLSearchParams.prototype, Symbol.iterator, "loader");
failBeforeMethod(Request.prototype, "formData", "action");
failBeforeMethod(Intl.DisplayNames.prototype, "of", "render");
failBeforeMethod(Promise, "allSettled", "template");
failBeforeMethod(ServerResponse.prototype, "setHeader", "pipeline");

const originalEmit = Server.prototype.emit;
Server.prototype.emit = function (event, ...parameters) {
  const { "x-fault": place, "x-fault-message": message = "" } = parameters[0]?.headers ?? {};
  if (event === "request" && place !== undefined) triggerFault(place, decodeURIComponent(message));
  return Reflect.apply(originalEmit, this, [event, ...parameters]);
};

function triggerFault(place, message) {
  pendingFaults.push({ place, message });
  if (place === "console") console.error(new Error(`console: ${message}`), message);
  else if (place === "uncaught") setImmediate(() => throwPendingFault("uncaught"));
  else if (place === "rejection") setImmediate(() => void Promise.reject(new Error(`rejection: ${message}`)));
}
