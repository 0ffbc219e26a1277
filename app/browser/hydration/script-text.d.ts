/** The text of a file that is compiled to a classic script for use inside a document (vite.config.ts). */
declare module "*?script" {
  const text: string;
  export default text;
}
