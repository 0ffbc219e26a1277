import { useSite } from "~/ui/components/site";
import { ProductSlide } from "./product-slide";
import { Benefits, CallToAction, Questions, Stores } from "./sections";

/** The landing page's layouts (docs/product.md#landing-page); the styles know them by these names. */
export type LandingVariant = "right-double-column" | "center-single-column" | "only-mobile";

/** The club, below the way in. */
export function Club({ variant, isInvited }: { variant: LandingVariant; isInvited: boolean }) {
  return (
    <>
      <Benefits />
      <ProductSlide />
      <Stores />
      <Questions />
      <CallToAction isInvited={isInvited} />
      {variant === "only-mobile" && <ThumbBar isInvited={isInvited} />}
    </>
  );
}

/** The way in, always under the thumb. */
function ThumbBar({ isInvited }: { isInvited: boolean }) {
  const { t } = useSite();
  return (
    <p className="thumb-bar night">
      <a className="button" href={isInvited ? "#create" : "#registrationCode"}>
        {t(isInvited ? "landing:invited.button" : "landing:cta.button")}
      </a>
    </p>
  );
}
