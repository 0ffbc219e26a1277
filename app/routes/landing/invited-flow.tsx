import type { RegistrationFormData } from "~/domain/registration/registration.schema";
import { RegistrationForm } from "~/routes/registration/registration-form";
import { StaticHtml } from "~/ui/components/static-html";
import { FlowIndex, flowSteps, type SignUpSteps, StepContent } from "./sign-up-flow";

interface InvitedFlowProps {
  length: SignUpSteps;
  form: RegistrationFormData;
}

/** An invited visitor's sign-up flow, whose last step is the form; every way in of the page leads to `#create`. */
export function InvitedFlow({ length, form }: InvitedFlowProps) {
  return (
    <section className="section flow" aria-labelledby="flow-heading">
      <StaticHtml id="flow-index">{import.meta.env.SSR && <FlowIndex length={length} />}</StaticHtml>
      <ol className="flow-steps" tabIndex={0} aria-labelledby="flow-heading">
        {flowSteps[length].map((step) => (
          <li className="flow-step" id={step} key={step}>
            <StaticHtml id={`step-${step}`}>
              {import.meta.env.SSR && <StepContent step={step} length={length} isInvited />}
            </StaticHtml>
            {step === "create" && (
              <div className="stack">
                <RegistrationForm form={form} answer={undefined} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
