import { useSite } from "~/ui/components/site";
import { ProductSlide } from "./product-slide";
import { Benefits, CallToAction, Questions, Stores } from "./sections";

/** The layouts of the landing page (docs/product/pages.md#landing-page). Style sheets use these names too. */
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
      {variant === "only-mobile" && <BottomBar isInvited={isInvited} />}
    </>
  );
}

/** A link to the form, fixed at the bottom of the screen on phones. */
function BottomBar({ isInvited }: { isInvited: boolean }) {
  const { t } = useSite();
  return (
    <p className="thumb-bar night">
      <a className="button" href={isInvited ? "#create" : "#registrationCode"}>
        {t(isInvited ? "landing:invited.button" : "landing:cta.button")}
      </a>
    </p>
  );
}
