import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requestContext } from "~/request/context.server";
import { carriesDraft, withCookieCheck } from "~/request/carried-draft.server";
import { readDraft, saveDraft } from "~/request/draft.server";
import { draftOf } from "~/request/invitation.server";
import { fieldText, plainInvitation, readFormToken } from "~/request/form-token.server";
import { type Draft, typedDraft } from "~/domain/registration/draft.schema";
import { notFound, outgoingHeaders } from "~/request/replies.server";
import { pageSentFrom } from "~/request/page-sent-from.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { isLocale } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";

export const handle: PageHandle = { layout: "centered", i18n: [] };

export function loader({ context, request }: LoaderFunctionArgs) {
  throw notFound(requestContext(context, request));
}

/**
 * Changes the language: redirects to the same page in the chosen language, and keeps all typed values
 * (docs/product/pages.md#languages).
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const locale = fieldText(form, "locale");
  const returnTo = pageSentFrom(app, fieldText(form, "page") || fieldText(form, "returnTo"));
  if (!isLocale(locale)) throw notFound(app);

  const { rest } = splitPrefix(returnTo);
  const input = typedDraft(form);
  if (Object.keys(input).length > 0) {
    const token = readFormToken(app.sealing, fieldText(form, "formToken"));
    const signedInvitation = token?.code && {
      code: token.code,
      validityTimestamp: token.validityTimestamp ?? null,
    };
    const invitation = token ? signedInvitation : plainInvitation(form);
    const draft = await readDraft(app);
    saveDraft(app, {
      ...draft,
      ...(isAt(rest, "/registration/deny") ? withRefusedCode(draft, input) : input),
      ...(invitation && draftOf(invitation)),
    });
  }
  app.responseState.setCookies.set("lang", app.cookies.lang.set(locale));
  const headers = outgoingHeaders(app);
  if (!isAt(rest, "/registration/formstarted") || !carriesDraft(app))
    return redirect(`/${locale}${rest}`, { status: 303, headers });
  // Without cookies, only the form contains the typed values. Status 307 makes the browser submit the form again, to
  // the new URL.
  const status = Object.keys(input).length > 0 ? 307 : 303;
  return redirect(`/${locale}${withCookieCheck(app, rest)}`, { status, headers });
}

function isAt(url: string, path: string): boolean {
  return url.split("?", 1)[0] === path;
}

/**
 * Saves a typed code from the deny page as `refusedCode`. The code of an earlier invitation then stays in the draft.
 */
function withRefusedCode({ registrationCode }: Draft, input: Draft): Draft {
  return { ...input, registrationCode, refusedCode: input.registrationCode };
}

/** Never rendered, because the loader always throws. Remix shows an error page only for a module with a component. */
export default function Language() {
  return null;
}
