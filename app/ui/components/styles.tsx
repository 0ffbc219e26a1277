import { useContext } from "react";
import later from "~/ui/styles/later.css?url";
import tools from "~/ui/styles/tools.css?url";
import { CriticalStylesContext, NonceContext, useSite } from "./site";

/** The styles of the first screen, in the document itself: no second answer is needed to see it. */
export function CriticalStyles({ isLanding }: { isLanding: boolean }) {
  const nonce = useContext(NonceContext);
  const text = useContext(CriticalStylesContext)(isLanding);
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />;
}

/** Stands after the first screen: a browser shows what is before it without waiting for these. */
export function LaterStyles() {
  const { asset } = useSite();
  return <link rel="stylesheet" href={asset(later)} />;
}

/** Of the members' and administrators' tools: no other page pays for them. */
export function ToolStyles() {
  const { asset } = useSite();
  return <link rel="stylesheet" href={asset(tools)} />;
}
