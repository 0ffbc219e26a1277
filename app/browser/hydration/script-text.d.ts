/** A file compiled to the text of a script in a document (vite.config.ts). */
declare module "*?script" {
  const text: string;
  export default text;
}
