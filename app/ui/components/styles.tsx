import { useContext } from "react";
import later from "~/ui/styles/later.css?url";
import tools from "~/ui/styles/tools.css?url";
import { StaticHtml } from "./static-html";
import { ServerOnlyContext, useSite } from "./site";

/** The inline styles of the page's first screen, which need no second request. */
export function CriticalStyles({ isLanding }: { isLanding: boolean }) {
  const serverOnlyData = useContext(ServerOnlyContext);
  const text = serverOnlyData?.getCriticalStyles(isLanding) ?? "";
  return <style nonce={serverOnlyData?.nonce} dangerouslySetInnerHTML={{ __html: text }} />;
}

/**
 * A link to the styles of content below the first screen. Browsers show the content before the link without waiting for
 * these styles.
 */
export function DeferredStyles() {
  return <StyleSheet file={later} />;
}

/** Styles of the members' and administrators' tools, which no other page loads. */
export function ToolStyles() {
  return <StyleSheet file={tools} />;
}

/**
 * A style sheet outside React's control. Extensions that darken pages insert elements after each style sheet, which
 * hydration would otherwise find unexpected.
 */
function StyleSheet({ file }: { file: string }) {
  const { assetUrl } = useSite();
  return (
    <StaticHtml>
      <link rel="stylesheet" href={assetUrl(file)} />
    </StaticHtml>
  );
}
