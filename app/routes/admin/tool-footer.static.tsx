import { useSite } from "~/ui/components/site";

const otherTools = {
  splitgenerator: "admin:splitGenerator.heading",
  registrationlinkgenerator: "admin:linkGenerator.heading",
} as const;

/** The footer of an administrator's tool, with a link to the other tool. */
export function ToolFooter({ otherTool }: { otherTool: keyof typeof otherTools }) {
  const { t, href } = useSite();
  return (
    <div className="stack tool-footer">
      <p>
        <a href={href(`/admin/${otherTool}`)}>{t(otherTools[otherTool])}</a>
      </p>
    </div>
  );
}
