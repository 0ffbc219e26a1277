/** A file as the text of a script for a document (vite.config.ts). */
declare module "*?script" {
  const text: string;
  export default text;
}
