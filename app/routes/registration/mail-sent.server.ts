import type { Draft } from "~/domain/registration/draft-schema.server";
import { type Mailbox, findMailbox } from "~/domain/registration/mailboxes";
import { addCarriedDraft } from "~/request/carried-draft.server";
import type { RequestContext } from "~/request/context.server";
import { readDraft, saveDraft } from "~/request/draft.server";
import { type FlashKind, isFlash } from "~/request/flash.server";
import { issueFormToken } from "~/request/form-token.server";
import { createPageMetaData } from "~/request/page-data.server";
import { redirectToPage } from "~/request/replies.server";
import type { MailSentGroup } from "./mail-sent-paths";

/** The data of a page after a registration: the activation e-mail was sent, or the account is already active. */
export type MailSentData = { view: "active" } | ({ view: "waiting" } & MailWaitingData);

/** The data of the page that confirms that the activation e-mail was sent and that the account is not active yet. */
export interface MailWaitingData {
  /**
   * The recipient's e-mail address. Undefined without cookies: the draft is then in the URL, which never contains an
   * e-mail address.
   */
  email: string | undefined;
  /** The website of the recipient's mailbox, if it is known. */
  mailbox: Mailbox | undefined;
  /**
   * The query to add to the URLs of the page's forms and event stream. It contains the draft if the browser stores no
   * cookies, otherwise it is empty.
   */
  query: string;
  formToken: string;
  /**
   * The invitation, which the form also sends in plain fields, because the form's token and the draft may expire. A
   * missing value is "".
   */
  invitation: { code: string; validityTimestamp: string };
  /**
   * False if the draft has no registration id, for example because another browser has registered the address. Without
   * the id, the registration's status cannot be requested.
   */
  isKnown: boolean;
  /** The result of the last clicked button. It is shown once. */
  notice: MailNotice | undefined;
}

export type MailNotice = Exclude<Draft["notice"], { kind: FlashKind } | undefined>;

/**
 * Returns the data of a page after a registration; undefined if the visitor has sent no registration. With
 * `?done=active` no draft is needed, because the activation has deleted it.
 */
export async function readMailSentData(context: RequestContext): Promise<MailSentData | undefined> {
  if (context.currentUrl.searchParams.get("done") === "active") return { view: "active" };
  const { notice, ...draft } = await readDraft(context);
  if (!isMailSent(draft)) return undefined;
  const visibleNotice = notice && isFlash(notice) ? undefined : notice;
  if (visibleNotice) saveDraft(context, draft);
  if (visibleNotice?.kind === "expired" || visibleNotice?.kind === "too-many")
    context.responseState.namespaces.push("errors");
  const formToken = issueFormToken(context);
  const isKnown = draft.registrationId !== undefined;
  const { registrationEmail: email, registrationCode: code = "", validityTimestamp = "" } = draft;
  const invitation = { code, validityTimestamp };
  const query = addCarriedDraft(context, "", draft);
  const mailbox = email === undefined ? undefined : findMailbox(email);
  return { view: "waiting", email, mailbox, query, formToken, invitation, isKnown, notice: visibleNotice };
}

/**
 * Returns the loader data of a page after a registration, or a redirect to the landing page if the visitor has sent no
 * registration.
 */
export async function loadMailSentPage(context: RequestContext, group: MailSentGroup) {
  const mailSentData = await readMailSentData(context);
  if (!mailSentData) return redirectToPage(context, "/");
  const shownGroup = mailSentData.view === "active" ? "news" : group;
  const page = createPageMetaData(
    context,
    `progress:${shownGroup}.title`,
    `progress:${shownGroup}.description`,
  );
  return { page, sent: mailSentData };
}

/**
 * A registration that waits for its activation. Its address is masked, because other people may see the landing page on
 * this device.
 */
export interface WaitingRegistration {
  /** The masked e-mail address: its first letter and its domain. */
  email: string;
  formToken: string;
}

/** Returns the registration that waits for its activation; undefined if the visitor has sent none. */
export async function readWaitingRegistration(
  context: RequestContext,
): Promise<WaitingRegistration | undefined> {
  const draft = await readDraft(context);
  if (!isMailSent(draft) || !draft.registrationEmail) return undefined;
  return { email: maskEmail(draft.registrationEmail), formToken: issueFormToken(context) };
}

function maskEmail(email: string): string {
  const [firstLetter = ""] = email;
  // A word joiner (U+2060) prevents a line break before the domain.
  return `${firstLetter}…\u2060${email.slice(email.lastIndexOf("@"))}`;
}

/** Returns true if the draft contains a registration for which an activation e-mail was requested. */
export function isMailSent({ registrationId, mailedTo }: Draft): boolean {
  return registrationId !== undefined || mailedTo !== undefined;
}
