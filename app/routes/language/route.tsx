import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requestContext } from "~/request/context.server";
import { carriesDraft, withCookieCheck } from "~/request/carried-draft.server";
import { readDraft, saveDraft } from "~/request/draft.server";
import { draftOf } from "~/request/invitation.server";
import { fieldText, plainInvitation, readFormToken } from "~/request/form-token.server";
import { type Draft, typedDraft } from "~/domain/registration/draft-schema.server";
import { notFound, outgoingHeaders } from "~/request/replies.server";
import { findReturnPath } from "~/request/page-sent-from.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { isLocale } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";

export const handle: PageHandle = { layout: "centered", i18n: [] };

export function loader(args: LoaderFunctionArgs) {
  throw notFound(requestContext(args));
}

/**
 * Changes the language: redirects to the same page in the chosen language, and keeps all typed values
 * (docs/product/pages.md#languages).
 */
export async function action(args: ActionFunctionArgs) {
  const context = requestContext(args);
  const form = await args.request.formData();
  const locale = fieldText(form, "locale");
  const returnTo = findReturnPath(context, fieldText(form, "page") || fieldText(form, "returnTo"));
  if (!isLocale(locale)) throw notFound(context);

  const { rest } = splitPrefix(returnTo);
  const input = typedDraft(form);
  if (Object.keys(input).length > 0) {
    const token = readFormToken(context.sealing, fieldText(form, "formToken"));
    const signedInvitation = token?.code && {
      code: token.code,
      validityTimestamp: token.validityTimestamp ?? null,
    };
    const invitation = token ? signedInvitation : plainInvitation(form);
    const draft = await readDraft(context);
    saveDraft(context, {
      ...draft,
      ...(hasPath(rest, "/registration/deny") ? moveToRefusedCode(draft, input) : input),
      ...(invitation && draftOf(invitation)),
    });
  }
  context.responseState.setCookies.set("lang", context.cookies.lang.set(locale));
  const headers = outgoingHeaders(context);
  if (!hasPath(rest, "/registration/formstarted") || !carriesDraft(context))
    return redirect(`/${locale}${rest}`, { status: 303, headers });
  // Without cookies, only the form contains the typed values. Status 307 makes the browser submit the form again, to
  // the new URL.
  const status = Object.keys(input).length > 0 ? 307 : 303;
  return redirect(`/${locale}${withCookieCheck(context, rest)}`, { status, headers });
}

function hasPath(url: string, path: string): boolean {
  return url.split("?", 1)[0] === path;
}

/**
 * Saves a typed code from the deny page as `refusedCode`. The code of an earlier invitation then stays in the draft.
 */
function moveToRefusedCode({ registrationCode }: Draft, input: Draft): Draft {
  return { ...input, registrationCode, refusedCode: input.registrationCode };
}

/** Never rendered, because the loader always throws. Remix shows an error page only for a module with a component. */
export default function Language() {
  return null;
}
