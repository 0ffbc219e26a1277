import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/ui/components/site";
import { requestContext } from "~/request/context.server";
import { findProduct } from "~/domain/products";
import { pageData } from "~/request/page-data.server";
import { saveProduct } from "~/request/visit.server";
import { notFound } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { pageMeta } from "~/ui/components/page-meta";
import { ProductDetail } from "./product-detail";

export const handle: PageHandle = { layout: "centered", i18n: ["products"] };

export const meta = pageMeta;

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const product = findProduct(params["product"]);
  if (!product) throw notFound(app);
  await saveProduct(app, product.slug);
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
