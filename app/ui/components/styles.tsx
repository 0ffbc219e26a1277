import { useContext } from "react";
import later from "~/ui/styles/later.css?url";
import tools from "~/ui/styles/tools.css?url";
import { StaticHtml } from "./static-html";
import { CriticalStylesContext, NonceContext, useSite } from "./site";

/** The styles of the first screen, inline in the document, so that no second request is needed. */
export function CriticalStyles({ isLanding }: { isLanding: boolean }) {
  const nonce = useContext(NonceContext);
  const text = useContext(CriticalStylesContext)(isLanding);
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />;
}

/** Styles below the first screen. Browsers show everything before the link without waiting for them. */
export function LaterStyles() {
  return <StyleSheet file={later} />;
}

/** Styles of the members' and administrators' tools, which no other page loads. */
export function ToolStyles() {
  return <StyleSheet file={tools} />;
}

/**
 * A style sheet in a part that React does not change: extensions that darken pages insert styles after each style
 * sheet.
 */
function StyleSheet({ file }: { file: string }) {
  const { asset } = useSite();
  return (
    <StaticHtml>
      <link rel="stylesheet" href={asset(file)} />
    </StaticHtml>
  );
}
