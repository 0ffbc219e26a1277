import { useSite } from "~/ui/components/site";
import { LogOut } from "~/ui/components/log-out";

const others = {
  splitgenerator: "admin:splitGenerator.heading",
  registrationlinkgenerator: "admin:linkGenerator.heading",
} as const;

/** The end of an administrator's tool: to the other one, and out. */
export function ToolEnd({ other, formToken }: { other: keyof typeof others; formToken: string }) {
  const { t, href } = useSite();
  return (
    <div className="stack tool-end">
      <p>
        <a href={href(`/admin/${other}`)}>{t(others[other])}</a>
      </p>
      <LogOut formToken={formToken} />
    </div>
  );
}
