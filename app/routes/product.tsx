import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/components/site";
import { requestContext } from "~/context.server";
import { findProduct } from "~/domain/product/products";
import { pageData } from "~/pages/page-data.server";
import { notFound } from "~/pages/replies.server";
import type { PageHandle } from "~/layouts/page-handle";
import { pageMeta } from "~/views/page-meta";
import { ProductDetail } from "~/views/product-detail";

export const handle: PageHandle = { layout: "centered", i18n: ["products"] };

export const meta = pageMeta;

export function loader({ context, params, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const product = findProduct(params["product"]);
  if (!product) throw notFound(app);
  const values = { name: product.name };
  return {
    page: pageData(app, "products:detail.title", "products:detail.description", { values }),
    product,
  };
}

export default function Product() {
  const { href } = useSite();
  const { product } = useLoaderData<typeof loader>();
  return <ProductDetail product={product} level={1} enterHref={href("/")} />;
}
