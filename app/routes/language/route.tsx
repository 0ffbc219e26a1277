import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { getRequestContext } from "~/request/context.server";
import { mustCarryDraft, addCookieCheck } from "~/request/carried-draft.server";
import { readDraft, saveDraft } from "~/request/draft.server";
import { toDraftFields } from "~/request/invitation.server";
import { readFieldText, readPlainInvitation, readFormToken } from "~/request/form-token.server";
import { type Draft, readDraftFromForm } from "~/domain/registration/draft-schema.server";
import { respondNotFound, createReplyHeaders } from "~/request/replies.server";
import { findReturnPath } from "~/request/return-path.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { isLocale } from "~/i18n/locales";
import { splitLanguagePrefix } from "~/i18n/negotiate";

export const handle: PageHandle = { layout: "centered", i18n: [] };

export function loader(args: LoaderFunctionArgs) {
  throw respondNotFound(getRequestContext(args));
}

/**
 * Changes the language: redirects to the same page in the chosen language, and keeps all typed values
 * (docs/product/pages.md#languages).
 */
export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const form = await args.request.formData();
  const locale = readFieldText(form, "locale");
  const returnTo = findReturnPath(context, readFieldText(form, "page") || readFieldText(form, "returnTo"));
  if (!isLocale(locale)) throw respondNotFound(context);

  const { pathAfterPrefix } = splitLanguagePrefix(returnTo);
  const input = readDraftFromForm(form);
  if (Object.keys(input).length > 0) {
    const token = readFormToken(context.tokenCrypto, readFieldText(form, "formToken"));
    const signedInvitation = token?.code && {
      code: token.code,
      validityTimestamp: token.validityTimestamp ?? null,
    };
    const invitation = token ? signedInvitation : readPlainInvitation(form);
    const draft = await readDraft(context);
    saveDraft(context, {
      ...draft,
      ...(isUrlOfPath(pathAfterPrefix, "/registration/deny") ? saveTypedCode(draft, input) : input),
      ...(invitation && toDraftFields(invitation)),
    });
  }
  context.responseState.setCookies.set("lang", context.cookies.lang.serialize(locale));
  const headers = createReplyHeaders(context);
  if (!isUrlOfPath(pathAfterPrefix, "/registration/formstarted") || !mustCarryDraft(context))
    return redirect(`/${locale}${pathAfterPrefix}`, { status: 303, headers });
  // Without cookies, only the form contains the typed values, so status 307 makes the browser submit the form again, to
  // the new URL.
  const status = Object.keys(input).length > 0 ? 307 : 303;
  return redirect(`/${locale}${addCookieCheck(context, pathAfterPrefix)}`, { status, headers });
}

function isUrlOfPath(url: string, path: string): boolean {
  return url.split("?", 1)[0] === path;
}

/** Stores a code typed on the deny page separately, so that an earlier invitation's code stays in the draft. */
function saveTypedCode({ registrationCode }: Draft, input: Draft): Draft {
  return { ...input, registrationCode, typedCode: input.registrationCode };
}

/** Never rendered, because the loader always throws. Remix shows an error page only for a module with a component. */
export default function Language() {
  return null;
}
