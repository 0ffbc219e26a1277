import { useSite } from "~/ui/components/site";

const others = {
  splitgenerator: "admin:splitGenerator.heading",
  registrationlinkgenerator: "admin:linkGenerator.heading",
} as const;

/** The end of an administrator's tool, with a link to the other tool. */
export function ToolEnd({ other }: { other: keyof typeof others }) {
  const { t, href } = useSite();
  return (
    <div className="stack tool-end">
      <p>
        <a href={href(`/admin/${other}`)}>{t(others[other])}</a>
      </p>
    </div>
  );
}
