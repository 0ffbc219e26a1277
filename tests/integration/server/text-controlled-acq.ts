import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { close, listen } from "../../support/local-server";

/** An acq that takes all its texts from a test. */
export interface TextControlledAcq {
  url: string;
  /** Sets the texts for acq's following responses, which use one text after another. */
  setResponseTexts(texts: readonly string[]): void;
  /** Delays acq's responses to the following calls until this promise is settled. */
  delayResponse(event: Promise<unknown>): void;
  /** Resolves when the site calls acq the next time. */
  waitForNextCall(): Promise<void>;
  stop(): Promise<void>;
}

const callSchema = z.object({ operationName: z.string() });

export async function startTextControlledAcq(): Promise<TextControlledAcq> {
  let responseTexts: readonly string[] = [];
  let textIndex = 0;
  let responseDelay: Promise<unknown> = Promise.resolve();
  const callListeners: (() => void)[] = [];
  const nextText = () => responseTexts[textIndex++ % responseTexts.length] ?? "";

  const server = createServer((request, response) => {
    const responsePromise = json(request).then(async (call) => {
      const { operationName } = callSchema.parse(call);
      for (const notifyListener of callListeners.splice(0)) notifyListener();
      await responseDelay;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(createResponse(operationName, nextText)));
    });
    // Closes the connection if sending fails: the site may have aborted the call.
    responsePromise.catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    setResponseTexts(newTexts) {
      responseTexts = newTexts;
    },
    delayResponse(event) {
      responseDelay = event;
    },
    waitForNextCall: () => new Promise((resolve) => callListeners.push(resolve)),
    stop: () => close(server),
  };
}

/**
 * Returns a response with the structure that the site accepts. Where acq.graphql has an enum, the value is sometimes
 * one of the enum and sometimes an arbitrary text.
 */
function createResponse(operation: string, nextText: () => string): object {
  const pickStatus = (...knownStatuses: string[]) =>
    knownStatuses[nextText().length % (knownStatuses.length + 1)] ?? nextText();
  const knownCountry = { isoCode: "DE", termsPkString: "terms-de", dataPolicyPkString: "privacy-de" };
  const createCountry = (isoCode: string) => ({
    isoCode,
    termsPkString: nextText(),
    dataPolicyPkString: nextText(),
  });
  const responses: Record<string, () => object> = {
    checkRegistrationCode: () => ({
      registrationCodeDetails: {
        errors: [],
        errorDetails: [{ type: nextText(), error: nextText() }],
        invitorName: nextText(),
        countryOptions: [knownCountry, createCountry(nextText())],
      },
    }),
    countryDetails: () => ({ countryDetails: { country: nextText() } }),
    submitRegistration: () => ({
      submitRegistration: {
        status: pickStatus("CREATED", "PENDING", "ACTIVE"),
        registrationId: nextText(),
        errors: [],
      },
    }),
    registration: () => ({ registration: { status: pickStatus("PENDING", "ACTIVE") } }),
    resendActivationEmail: () => ({
      resendActivationEmail: { status: pickStatus("SENT", "TOO_EARLY"), retryAfter: nextText().length },
    }),
    requestActivationEmail: () => ({ requestActivationEmail: { status: nextText() } }),
    submitMembershipInterest: () => ({ submitMembershipInterest: { status: nextText() } }),
    activateAccount: () => ({
      activateAccount: {
        status: pickStatus("ACTIVATED", "ALREADY_ACTIVE", "NOT_FOUND"),
        registrationId: nextText(),
        continueUrl: `https://club.example/${encodeURIComponent(Buffer.from(nextText()).toString())}`,
      },
    }),
    login: () => ({ login: { token: nextText() } }),
    logout: () => ({ logout: { ok: true } }),
    viewer: () => ({
      viewer: {
        id: nextText(),
        firstName: nextText(),
        roles: ["ADMIN", nextText()],
        vipStatus: pickStatus("GOLD"),
        invitation: { registrationCode: nextText(), balance: 5, pending: 1, joined: 2 },
      },
    }),
    generateRegistrationLink: () => ({
      generateRegistrationLink: {
        link: {
          registrationCode: nextText(),
          validityTimestamp: nextText(),
          expiresAt: "2026-12-24T12:00:00Z",
        },
        errors: [],
      },
    }),
  };
  const operationData = responses[operation]?.();
  // Some of acq's responses are errors with arbitrary texts.
  const shouldFail = !operationData || nextText().length % 16 === 0;
  return shouldFail
    ? { errors: [{ message: nextText(), path: [nextText()], extensions: { code: nextText() } }] }
    : { data: operationData };
}
