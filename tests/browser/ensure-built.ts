/** Before the first test: a browser that is shown yesterday's build says nothing. */
export { ensureBuilt as default } from "../../scripts/prepare.mjs";
