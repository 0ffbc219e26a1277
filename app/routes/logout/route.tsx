import { v4 as uuid } from "uuid";
import type { Acq } from "~/acq/client.server";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getRequestContext } from "~/request/context.server";
import { readMemberToken } from "~/cookies/cookies.server";
import { logout } from "~/acq/operations/logout.server";
import { saveFlash } from "~/request/flash.server";
import { isAcceptedForm, issueFormToken } from "~/request/form-token.server";
import { createPageMetaData } from "~/request/page-data.server";
import {
  createExpiredFormMessage,
  clearBrowserCache,
  respondNotFound,
  redirectToPage,
} from "~/request/replies.server";
import { restartFollowers } from "~/request/registration-events.server";
import { createFailureEntries } from "~/ui/components/failure-entries";
import { FormErrors } from "~/ui/components/field";
import { createPageMeta } from "~/ui/components/page-meta";
import { useSite } from "~/ui/components/site";
import type { PageHandle } from "~/ui/layouts/page-handle";

export const handle: PageHandle = { layout: "centered", i18n: ["account", "frame"] };

export const meta = createPageMeta;

/**
 * Loads the page for a logout form that was rejected. Any other request gets 404, because this path has no other page.
 */
export function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  if (!context.responseState.hasFormError) throw respondNotFound(context);
  return {
    page: createPageMetaData(context, "account:logout.title", "account:logout.description"),
    formToken: issueFormToken(context),
  };
}

export async function action(args: ActionFunctionArgs) {
  const context = getRequestContext(args);
  const form = await args.request.formData();
  // Refuses every form of unproven origin, since another site may have sent it. Without the member's cookie, even a
  // genuine token does not prove the origin.
  if (context.requestInfo.isUnverified || !isAcceptedForm(context, form))
    return data(createExpiredFormMessage(context), { status: 422 });
  if (readMemberToken(context)) await revokeToken(context.acq);
  context.responseState.setCookies.set("token", context.cookies.token.serializeDeletions());
  await restartFollowers(context);
  await saveFlash(context, "logged-out");
  return clearBrowserCache(redirectToPage(context, "/"));
}

export default function Logout() {
  const { t, href } = useSite();
  const { formToken } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <div className="stack">
      <h1>{t("account:logout.title")}</h1>
      <FormErrors messages={problem ? createFailureEntries(t, problem).map(({ message }) => message) : []} />
      <form method="post" action={href("/logout")}>
        <input type="hidden" name="formToken" value={formToken} />
        <button type="submit" className="button">
          {t("frame:header.logout")}
        </button>
      </form>
    </div>
  );
}

/**
 * The maximum time that the visitor waits for acq, in milliseconds. After this time, the call to acq continues. The
 * visitor's cookie is deleted in any case.
 */
const logoutTimeoutMs = 3000;

async function revokeToken(acq: Acq): Promise<void> {
  await Promise.race([
    logout(acq, uuid()),
    new Promise((resolve) => setTimeout(resolve, logoutTimeoutMs).unref()),
  ]);
}
