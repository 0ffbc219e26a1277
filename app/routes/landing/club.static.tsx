import { useSite } from "~/ui/components/site";
import { ProductSlide } from "./product-slide";
import { Benefits, CallToAction, Questions, Stores } from "./sections";

/** The landing page's layouts (docs/product/pages.md#landing-page); styles use the same names. */
export type LandingVariant = "right-double-column" | "center-single-column" | "only-mobile";

/** The sections about the club, below the first screen. */
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

/** The link to the form at the lower edge of a phone. */
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
