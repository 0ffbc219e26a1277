import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/components/site";
import { requestContext } from "~/context.server";
import { findProduct } from "~/domain/product/products";
import { pageData } from "~/pages/page-data.server";
import { notFound } from "~/pages/replies.server";
import type { PageHandle } from "~/layouts/page-handle";
import { Notice } from "~/views/notice";
import { pageMeta } from "~/views/page-meta";

export const handle: PageHandle = { layout: "centered", i18n: ["pages"] };

export const meta = pageMeta;

export function loader({ context, params, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const product = findProduct(params["product"]);
  if (!product) throw notFound(app);
  const { name } = product;
  return {
    page: pageData(app, "pages:product.title", "pages:product.description", { values: { name } }),
    name,
  };
}

export default function Product() {
  const { t, href } = useSite();
  const { name } = useLoaderData<typeof loader>();
  return (
    <Notice
      heading={t("pages:product.title", { name })}
      button={{ href: href("/"), text: t("pages:product.link") }}
    >
      <h2>{t("pages:product.heading")}</h2>
      <p>{t("pages:product.body")}</p>
    </Notice>
  );
}
