import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestContext, type RequestContext } from "~/context.server";
import { signIn } from "~/domain/member-session/sign-in.server";
import { clubLink } from "~/pages/club-links.server";
import { fieldText } from "~/http/field-text";
import { forgetCache } from "~/http/forget-cache";
import { issueFormToken } from "~/http/form-token.server";
import { pageData } from "~/pages/page-data.server";
import { restartFollowers } from "~/pages/registration-events.server";
import { failureMessage, seeOtherAt } from "~/pages/replies.server";
import { safeReturnTo } from "~/http/return-to";
import type { PageHandle } from "~/layouts/page-handle";
import { LoginPage, type LoginAnswer } from "~/views/login-page";
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
  if (app.config.links.login) return redirect(operatorsLogin(app), 302);
  const wanted = new URL(request.url).searchParams.get("returnTo");
  return {
    page: pageData(app, "account:login.title", "account:login.description"),
    formToken: await issueFormToken(app),
    returnTo: safeReturnTo(wanted ?? `${app.prefix}/invite`),
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const app = requestContext(context, request);
  const form = await request.formData();
  const [email, returnTo] = [fieldText(form, "email"), safeReturnTo(fieldText(form, "returnTo"))];
  const outcome = await signIn(app, { email: email.trim(), password: fieldText(form, "password") });
  switch (outcome.status) {
    case "signed-in":
      app.outgoing.set("token", app.tokenCookie.set(outcome.token));
      await restartFollowers(app);
      return forgetCache(seeOtherAt(app, returnTo));
    case "wrong":
      return showAgain({ typed: email, returnTo, failure: null }, 422);
    case "failed":
      return showAgain({ typed: email, returnTo, failure: failureMessage(outcome.failure) }, 503);
  }

  function showAgain(answer: LoginAnswer, status: 422 | 503) {
    app.invalid = true;
    return data(answer, { status });
  }
}

/** Absolute, since Remix puts the base path before a path. */
function operatorsLogin(app: RequestContext): string {
  return new URL(clubLink(app, "login"), app.config.publicOrigin).href;
}

export default function Login() {
  const { formToken, returnTo } = useLoaderData<typeof loader>();
  return <LoginPage formToken={formToken} returnTo={returnTo} answer={useActionData<typeof action>()} />;
}
