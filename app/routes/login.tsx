import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext } from "~/context.server";
import { operatorsLogin } from "~/pages/club-links.server";
import { fieldText } from "~/http/forms/field-text";
import { forgetCache } from "~/http/forget-cache";
import { issueFormToken } from "~/http/forms/form-token.server";
import { isSignedIn } from "~/pages/guards.server";
import { signInWithinLimit } from "~/pages/limited-sign-in.server";
import { pageData } from "~/pages/page-data.server";
import { restartFollowers } from "~/pages/registration-events.server";
import { failureMessage, seeOtherAt } from "~/pages/replies.server";
import { safeReturnTo } from "~/http/return-to";
import type { PageHandle } from "~/layouts/page-handle";
import { LoginPage, type LoginProblem } from "~/views/login-page";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["account"],
  login: false,
  personal: true,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const elsewhere = operatorsLogin(app);
  if (elsewhere) return redirect(elsewhere, 302);
  const wanted = new URL(request.url).searchParams.get("returnTo");
  const returnTo = safeReturnTo(wanted ?? `${app.prefix}/invite`);
  // A form that comes back is shown: somebody else than who is signed in may have sent it.
  if (!app.invalid && (await isSignedIn(app))) return seeOtherAt(app, returnTo);
  return {
    page: pageData(app, "account:login.title", "account:login.description"),
    formToken: await issueFormToken(app),
    returnTo,
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const elsewhere = operatorsLogin(app);
  if (elsewhere) return redirect(elsewhere, 303);
  const form = await request.formData();
  const [email, returnTo] = [fieldText(form, "email"), safeReturnTo(fieldText(form, "returnTo"))];
  const outcome = await signInWithinLimit(app, {
    email: email.trim(),
    password: fieldText(form, "password"),
  });
  switch (outcome.status) {
    case "signed-in":
      app.outgoing.set("token", app.tokenCookie.set(outcome.token));
      await restartFollowers(app);
      return forgetCache(seeOtherAt(app, returnTo));
    case "wrong":
      return showAgain({ kind: "wrong" }, 422);
    case "waiting":
      app.retryAfter = outcome.retryAfter;
      return showAgain({ kind: "waiting", minutes: Math.ceil(outcome.retryAfter / 60) }, 429);
    case "failed":
      return showAgain({ kind: "failed", failure: failureMessage(outcome.failure) }, 503);
  }

  function showAgain(problem: LoginProblem, status: 422 | 429 | 503) {
    app.invalid = true;
    return data({ typed: email, returnTo, problem }, { status });
  }
}

export default function Login() {
  const { formToken, returnTo } = useLoaderData<typeof loader>();
  return <LoginPage formToken={formToken} returnTo={returnTo} answer={useActionData<typeof action>()} />;
}
