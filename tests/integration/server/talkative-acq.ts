import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { close, listen } from "../../support/local-server";

/** An acq that takes all its texts from a test. */
export interface TalkativeAcq {
  url: string;
  /** Sets the texts for acq's following responses, which use one text after another. */
  setTexts(texts: readonly string[]): void;
  /** Delays acq's responses to the following calls until this promise is settled. */
  answerAfter(event: Promise<unknown>): void;
  /** Resolves when the site calls acq the next time. */
  nextCall(): Promise<void>;
  stop(): Promise<void>;
}

const callSchema = z.object({ operationName: z.string() });

export async function startTalkativeAcq(): Promise<TalkativeAcq> {
  let texts: readonly string[] = [];
  let wordIndex = 0;
  let answerDelay: Promise<unknown> = Promise.resolve();
  const callListeners: (() => void)[] = [];
  const nextWord = () => texts[wordIndex++ % texts.length] ?? "";

  const server = createServer((request, response) => {
    const answerPromise = json(request).then(async (call) => {
      const { operationName } = callSchema.parse(call);
      for (const notify of callListeners.splice(0)) notify();
      await answerDelay;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(answerTo(operationName, nextWord)));
    });
    // The response cannot be sent if the site has aborted the call.
    answerPromise.catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    setTexts(newWords) {
      texts = newWords;
    },
    answerAfter(event) {
      answerDelay = event;
    },
    nextCall: () => new Promise((resolve) => callListeners.push(resolve)),
    stop: () => close(server),
  };
}

/**
 * Returns a response with the structure that the site accepts. Where acq.graphql has an enum, the value is sometimes
 * one of the enum and sometimes an arbitrary text.
 */
function answerTo(operation: string, nextWord: () => string): object {
  const status = (...members: string[]) => members[nextWord().length % (members.length + 1)] ?? nextWord();
  const knownCountry = { isoCode: "DE", termsPkString: "terms-de", dataPolicyPkString: "privacy-de" };
  const country = (isoCode: string) => ({
    isoCode,
    termsPkString: nextWord(),
    dataPolicyPkString: nextWord(),
  });
  const answers: Record<string, () => object> = {
    checkRegistrationCode: () => ({
      registrationCodeDetails: {
        errors: [],
        errorDetails: [{ type: nextWord(), error: nextWord() }],
        invitorName: nextWord(),
        countryOptions: [knownCountry, country(nextWord())],
      },
    }),
    countryDetails: () => ({ countryDetails: { country: nextWord() } }),
    submitRegistration: () => ({
      submitRegistration: {
        status: status("CREATED", "PENDING", "ACTIVE"),
        registrationId: nextWord(),
        errors: [],
      },
    }),
    registration: () => ({ registration: { status: status("PENDING", "ACTIVE") } }),
    resendActivationEmail: () => ({
      resendActivationEmail: { status: status("SENT", "TOO_EARLY"), retryAfter: nextWord().length },
    }),
    requestActivationEmail: () => ({ requestActivationEmail: { status: nextWord() } }),
    submitMembershipInterest: () => ({ submitMembershipInterest: { status: nextWord() } }),
    activateAccount: () => ({
      activateAccount: {
        status: status("ACTIVATED", "ALREADY_ACTIVE", "NOT_FOUND"),
        registrationId: nextWord(),
        continueUrl: `https://club.example/${encodeURIComponent(Buffer.from(nextWord()).toString())}`,
      },
    }),
    login: () => ({ login: { token: nextWord() } }),
    logout: () => ({ logout: { ok: true } }),
    viewer: () => ({
      viewer: {
        id: nextWord(),
        firstName: nextWord(),
        roles: ["ADMIN", nextWord()],
        vipStatus: status("GOLD"),
        invitation: { registrationCode: nextWord(), balance: 5, pending: 1, joined: 2 },
      },
    }),
    generateRegistrationLink: () => ({
      generateRegistrationLink: {
        link: {
          registrationCode: nextWord(),
          validityTimestamp: nextWord(),
          expiresAt: "2026-12-24T12:00:00Z",
        },
        errors: [],
      },
    }),
  };
  const data = answers[operation]?.();
  // Some of acq's answers are errors with arbitrary texts.
  const fails = !data || nextWord().length % 16 === 0;
  return fails
    ? { errors: [{ message: nextWord(), path: [nextWord()], extensions: { code: nextWord() } }] }
    : { data };
}
