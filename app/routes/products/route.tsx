import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useSite } from "~/ui/components/site";
import { DeferredStyles } from "~/ui/components/styles";
import { getRequestContext, type RequestContext } from "~/request/context.server";
import { findProduct, type Product } from "~/domain/products";
import { findCurrentInvitation, readLinkedInvitation } from "~/request/invitation.server";
import { createPageMetaData, createTranslate } from "~/request/page-data.server";
import { createSiteUrl } from "~/request/urls.server";
import { createMailLink } from "~/ui/components/share";
import { saveProduct } from "~/request/visit.server";
import { respondNotFound } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { createPageMeta } from "~/ui/components/page-meta";
import { ProductDetail } from "./product-detail";

export const handle: PageHandle = {
  layout: "centered",
  i18n: ["products"],
  rendersDeferredStyles: true,
};

export const meta = createPageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const product = findProduct(args.params["product"]);
  if (!product) throw respondNotFound(context);
  await saveProduct(context, product.slug);
  const formPath = await findFormPath(context);
  return {
    page: createPageMetaData(context, "products:detail.title", "products:detail.description", {
      name: product.name,
    }),
    product,
    formPath,
    friend: createFriendMessage(context, product),
  };
}

/**
 * Returns a mailto link with a message that recommends the product to a friend (docs/product/pages.md#landing-page).
 */
function createFriendMessage(context: RequestContext, { slug, name }: Product) {
  const t = createTranslate(context);
  const link = `${createSiteUrl(context)}/viral-product-share?product=${slug}`;
  const subject = t("landing:picked.subject", { name });
  return {
    text: t("landing:picked.link"),
    href: createMailLink({ subject, body: t("landing:picked.body", { link }) }),
  };
}

/**
 * Returns the path of the registration form for an invited visitor; undefined without an invitation. The code is not
 * checked here but when the form is opened.
 */
async function findFormPath(context: RequestContext): Promise<string | undefined> {
  const { status } = await findCurrentInvitation(context);
  if (status !== "given") return undefined;
  const { search } = context.currentUrl;
  return `/registration/formstarted${readLinkedInvitation(context).status === "given" ? search : ""}`;
}

export default function ProductPage() {
  const { href } = useSite();
  const { product, formPath, friend } = useLoaderData<typeof loader>();
  return (
    <>
      {/* Precedes the product: this style sheet contains the product's styles. */}
      <DeferredStyles />
      <ProductDetail
        product={product}
        level={1}
        gateHref={href(formPath ?? "/")}
        isInvited={formPath !== undefined}
      >
        <p>
          <a href={friend.href}>{friend.text}</a>
        </p>
      </ProductDetail>
    </>
  );
}
