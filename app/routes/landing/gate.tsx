import type { ReactNode } from "react";
import { getFirstStepIntent } from "~/domain/registration/form-pages";
import type { ContactFieldName } from "~/domain/registration/registration-fields";
import { type FirstStepData, parseCountries } from "~/routes/registration/form-data";
import { CodeForm } from "~/ui/components/code-form";
import { CountryField, EmailField } from "~/routes/registration/contact-fields";
import type { BindField } from "~/routes/registration/registration-fields";
import { HiddenInvitationFields } from "~/routes/registration/hidden-invitation-fields";
import { MailChoices } from "~/routes/registration/mail-choices";
import { mailSentPaths } from "~/routes/registration/mail-sent-paths";
import type { WaitingRegistration } from "~/routes/registration/mail-sent.server";
import { MemberNote } from "~/ui/components/member-note";
import { FormLanguages } from "~/ui/components/form-languages";
import { useSite } from "~/ui/components/site";
import type { LandingVariant } from "./club.static";
import { GatePicture } from "./gate-picture";

interface GateProps {
  variant: LandingVariant;
  headline: string;
  /** The content below the gate's headline. */
  contentBelow: ReactNode;
  /** True for an invited visitor: both leaves of the gate are then fully open. */
  isOpen: boolean;
  doorContent: ReactNode;
}

/** The gate: a headline, a form, and a picture of a wardrobe between the two leaves. */
export function Gate({ variant, headline, contentBelow, isOpen, doorContent }: GateProps) {
  const { t } = useSite();
  const lead = <p className="gate-lead lead">{t("landing:gate.lead")}</p>;
  return (
    <div className="gate night" data-open={isOpen ? "wide" : "ajar"}>
      {/* The picture is first in the markup, so that nothing moves when the rest of the page arrives. */}
      <GatePicture variant={variant} isOpen={isOpen} />
      <div className="gate-headline">
        <p className="eyebrow">{t(isOpen ? "landing:invited.eyebrow" : "landing:gate.eyebrow")}</p>
        <h1>{headline}</h1>
        {contentBelow}
      </div>
      {!isOpen && lead}
      <div className="gate-door stack" id={isOpen ? "create" : undefined}>
        {doorContent}
      </div>
      {isOpen && lead}
    </div>
  );
}

/** Shows that the visitor's registration is waiting for its activation, and offers to send the e-mail again. */
function WaitingNotice({ email, formToken }: WaitingRegistration) {
  const { t } = useSite();
  return (
    <div className="notice stack">
      <p>{t("landing:waiting.body", { email })}</p>
      <MailChoices path={mailSentPaths.finished} formToken={formToken} />
    </div>
  );
}

interface ClosedGateContentProps {
  waiting: WaitingRegistration | undefined;
  typedCode: string | undefined;
  /** The message at the code field: why the code was refused. */
  error: string | undefined;
  /** Messages above the form if the code could not be checked. */
  formErrors: readonly string[];
  isMistyped: boolean;
}

export function ClosedGateContent({ waiting, typedCode, ...actionData }: ClosedGateContentProps) {
  const { t, href } = useSite();
  const hasError = actionData.error !== undefined || actionData.formErrors.length > 0;
  return (
    <>
      <MemberNote isInvited={false} />
      {waiting && <WaitingNotice {...waiting} />}
      <CodeForm
        typedCode={typedCode}
        {...actionData}
        note={
          <p className="door-note">
            {t("landing:noInvitation.heading")}{" "}
            <a href={href("/membership-interest")}>{t("landing:noInvitation.link")}</a>
          </p>
        }
      />
      {hasError && !waiting && (
        <p className="door-note">
          {t("landing:registered.question")}{" "}
          <a href={href("/registration/resend")}>{t("landing:registered.link")}</a>
        </p>
      )}
    </>
  );
}

interface OpenGateContentProps {
  waiting: WaitingRegistration | undefined;
  form: FirstStepData;
}

export function OpenGateContent({ waiting, form }: OpenGateContentProps) {
  return (
    <>
      <MemberNote isInvited />
      {waiting && <WaitingNotice {...waiting} />}
      <FirstStepForm {...form} />
    </>
  );
}

/**
 * The first step of the registration form, with e-mail address and country. Later steps request all other data
 * (docs/product/registration.md#registration).
 */
function FirstStepForm({
  action,
  formToken,
  invitation,
  flow,
  countryList,
  legalTexts,
  popup,
  typed,
}: FirstStepData) {
  const { t, href } = useSite();
  const bind: BindField<ContactFieldName> = (name) => ({
    id: name,
    name,
    error: undefined,
    defaultValue: typed[name],
    required: true,
  });
  return (
    <form
      id="main-form"
      className="stack"
      method="post"
      action={href(action)}
      noValidate
      data-invalid-email={t("registration:email.invalid")}
    >
      <input type="hidden" name="formToken" value={formToken} />
      <HiddenInvitationFields {...invitation} />
      <input type="hidden" name="intent" value={getFirstStepIntent(flow)} />
      <input type="hidden" name="legalTexts" value={legalTexts} />
      {popup && <input type="hidden" name="popup" value={popup} disabled data-scripted />}
      <EmailField bind={bind} hint={undefined} enterKeyHint="go" />
      <CountryField bind={bind} countries={parseCountries(countryList)} />
      <button type="submit" className="button">
        {t("registration:lean.continue")}
      </button>
      <p className="hint">{t("landing:invited.body")}</p>
      <FormLanguages />
    </form>
  );
}
