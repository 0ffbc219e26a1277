import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isEmailAddress, normalizeEmail } from "~/domain/registration/field-rules";
import { getRequestContext } from "~/request/context.server";
import { hasSiteCookies } from "~/cookies/cookies.server";
import { findExternalLoginUrl } from "~/request/site.server";
import {
  readFieldText,
  isAcceptedForm,
  issueFormToken,
  truncateShownText,
} from "~/request/form-token.server";
import {
  createExpiredFormMessage,
  createFailureMessage,
  clearBrowserCache,
  redirectToFullPath,
  setRetryAfter,
} from "~/request/replies.server";
import { readDraft } from "~/request/draft.server";
import { FormLanguages } from "~/ui/components/form-languages";
import { isSignedIn } from "~/request/guards.server";
import { signInWithinLimit } from "./limited-sign-in.server";
import { createPageMetaData } from "~/request/page-data.server";
import { restartFollowers } from "~/request/registration-events.server";
import { toPageReturnPath } from "~/request/return-path.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { createPageMeta } from "~/ui/components/page-meta";
import { ErrorSummary, type SummaryEntry } from "~/ui/components/error-summary";
import { TextField } from "~/ui/components/field";
import { createEmailFormHandlers, useEmailValidity } from "~/ui/components/email-validity";
import type { Translate } from "~/i18n/translator";
import { useSite } from "~/ui/components/site";
import {
  type ExpiredForm,
  createEntriesWithoutNote,
  type ShownFailure,
} from "~/ui/components/failure-entries";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["account"],
  formId: "main-form",
  hasLoginLink: false,
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const externalLoginUrl = findExternalLoginUrl(context);
  if (externalLoginUrl) return redirect(externalLoginUrl, 302);
  const returnToParameter = context.currentUrl.searchParams.get("returnTo");
  const returnTo = toPageReturnPath(returnToParameter ?? `${context.prefix}/invite`);
  // A rejected form is shown even if a member is signed in, because another person may have filled it in.
  if (!context.responseState.hasFormError && (await isSignedIn(context)))
    return redirectToFullPath(context, returnTo);
  const { registrationEmail } = await readDraft(context);
  return {
    page: createPageMetaData(context, "account:login.title", "account:login.description"),
    formToken: issueFormToken(context),
    returnTo,
    typed: registrationEmail,
  };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const externalLoginUrl = findExternalLoginUrl(context);
  if (externalLoginUrl) return redirect(externalLoginUrl, 303);
  const form = await args.request.formData();
  const [email, returnTo] = [readFieldText(form, "email"), toPageReturnPath(readFieldText(form, "returnTo"))];
  // Shows a message that login needs cookies, and does not call acq. Without cookies, the browser would lose the
  // session token and show the login page again.
  if (!hasSiteCookies(context.requestCookies, context.cookies))
    return showLoginAgain({ kind: "no-cookies" }, 422);
  const credentials = { email: normalizeEmail(email), password: readFieldText(form, "password") };
  if (!isAcceptedForm(context, form)) return showLoginAgain(createExpiredFormMessage(context), 422);
  const emptyFields = credentialNames.filter((name) => credentials[name] === "");
  if (emptyFields.length > 0) return showLoginAgain({ kind: "missing", fields: emptyFields }, 422);
  if (!isEmailAddress(credentials.email)) return showLoginAgain({ kind: "invalid-email" }, 422);
  const outcome = await signInWithinLimit(context, credentials);
  switch (outcome.status) {
    case "signed-in":
      context.responseState.setCookies.set("token", context.cookies.token.serialize(outcome.token));
      await restartFollowers(context);
      return clearBrowserCache(redirectToFullPath(context, returnTo));
    case "wrong":
      return showLoginAgain({ kind: "wrong" }, 422);
    case "waiting":
      return showLoginAgain({ kind: "waiting", minutes: setRetryAfter(context, outcome.retryAfter) }, 429);
    case "failed":
      return showLoginAgain({ kind: "failed", failure: createFailureMessage(context, outcome.failure) }, 503);
  }

  function showLoginAgain(problem: LoginProblem, status: 422 | 429 | 503) {
    context.responseState.hasFormError = true;
    return data({ typed: truncateShownText(email), returnTo, problem }, { status });
  }
}

const credentialNames = ["email", "password"] as const;
type CredentialName = (typeof credentialNames)[number];

type LoginProblem =
  | { kind: "missing"; fields: CredentialName[] }
  | { kind: "invalid-email" }
  | { kind: "wrong" }
  | ExpiredForm
  /** The browser did not send the cookies of the form's page. */
  | { kind: "no-cookies" }
  /** Too many wrong passwords. */
  | { kind: "waiting"; minutes: number }
  | { kind: "failed"; failure: ShownFailure };

/** This site's own sign-in page. It never shows a typed password again. */
export default function Login() {
  const { formToken, returnTo, typed } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { t, href, links } = useSite();
  const { isInvalid: isEmailInvalid, ...emailHandlers } = useEmailValidity(
    actionData?.problem.kind === "invalid-email",
  );
  const areCredentialsWrong = actionData?.problem.kind === "wrong";
  return (
    <div className="stack">
      <ErrorSummary
        heading={t("account:login.failed")}
        entries={actionData ? createSummaryEntries(t, actionData.problem) : []}
      />
      <h1>{t("account:login.heading")}</h1>
      <form
        id="main-form"
        className="stack"
        method="post"
        noValidate
        action={href("/login")}
        {...createEmailFormHandlers(emailHandlers)}
      >
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="returnTo" value={actionData?.returnTo ?? returnTo} />
        <TextField
          id="email"
          name="email"
          type="email"
          inputMode="email"
          label={t("account:login.emailLabel")}
          error={createEmailMessage()}
          defaultValue={actionData?.typed ?? typed}
          autoComplete="username"
          spellCheck={false}
          enterKeyHint="next"
          required
        />
        <TextField
          id="password"
          name="password"
          type="password"
          label={t("account:login.passwordLabel")}
          error={createMissingFieldMessage("password")}
          autoComplete="current-password"
          enterKeyHint="go"
          required
        />
        <button type="submit" className="button">
          {t("account:login.button")}
        </button>
        <FormLanguages />
      </form>
      <p>
        <a href={links.passwordReset}>{t("account:login.forgot")}</a>
      </p>
      {areCredentialsWrong && (
        <p>
          <a href={href("/registration/resend")}>{t("account:login.resend")}</a>
        </p>
      )}
    </div>
  );

  function createEmailMessage(): string | undefined {
    if (isEmailInvalid) return t("account:login.emailInvalid");
    return areCredentialsWrong ? t("account:login.wrong") : createMissingFieldMessage("email");
  }

  function createMissingFieldMessage(name: CredentialName): string | undefined {
    const problem = actionData?.problem;
    const isMissing = problem?.kind === "missing" && problem.fields.includes(name);
    return isMissing ? t(`account:login.${name}Missing`) : undefined;
  }
}

function createSummaryEntries(t: Translate, problem: LoginProblem): SummaryEntry[] {
  switch (problem.kind) {
    case "missing":
      return problem.fields.map((name) => ({ fieldId: name, message: t(`account:login.${name}Missing`) }));
    case "invalid-email":
      return [{ fieldId: "email", message: t("account:login.emailInvalid") }];
    case "wrong":
      return [{ fieldId: "email", message: t("account:login.wrong") }];
    case "expired":
      return [{ message: t("errors:expired.password") }];
    case "no-cookies":
      return [{ message: t("account:login.cookies") }];
    case "waiting":
      return [{ message: t("account:login.waiting", { count: problem.minutes }) }];
    case "failed":
      return createEntriesWithoutNote(t, problem.failure);
  }
}
