import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { StaticHtml } from "~/components/static-html";
import { requestContext } from "~/context.server";
import { assignTarget } from "~/pages/assignment.server";
import { pageData } from "~/pages/page-data.server";
import { foundAt } from "~/pages/replies.server";
import { addressOf, readSplitToken } from "~/pages/split-token.server";
import type { PageHandle } from "~/layouts/page-handle";
import { pageMeta } from "~/views/page-meta";
import { useSite } from "~/components/site";
import { Notice } from "~/views/notice";

export const handle: PageHandle = { layout: "centered", gate: "closed", i18n: [], personal: true };

export const meta = pageMeta;

/** Sends each visitor to one of a split link's targets, always the same; a token that is no use is told so. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const token = params["token"] ?? "";
  const split = await readSplitToken(app, token);
  const target = split && (await assignTarget(app, token, split));
  if (target) return foundAt(app, addressOf(target, new URL(request.url).searchParams));
  const page = pageData(app, "deny:splitLink.title", "deny:splitLink.description");
  return data({ page }, { status: 404 });
}

export default function SplitLink() {
  return <StaticHtml id="split-link">{import.meta.env.SSR && <SplitLinkPage />}</StaticHtml>;
}

/** A split link that was cut on its way, or is over: what is left to do. */
function SplitLinkPage() {
  const { t, href } = useSite();
  return (
    <Notice
      heading={t("deny:splitLink.heading")}
      button={{ href: href("/"), text: t("common:backToStart") }}
      links={[{ href: href("/membership-interest"), text: t("deny:next.apply") }]}
    >
      <p>{t("deny:splitLink.body")}</p>
    </Notice>
  );
}
