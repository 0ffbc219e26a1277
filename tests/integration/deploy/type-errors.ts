import ts from "typescript";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("manifests-as-typescript.ts", import.meta.url));
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/**
 * Checks the TypeScript types of manifests without writing a file. The types reject unknown fields, which the schemas
 * of Kubernetes accept.
 *
 * @param manifests - the manifests, each with its type's module and name
 * @returns TypeScript's error messages
 */
export function findTypeErrors(
  manifests: readonly { library: string; type: string; manifest: object }[],
): string[] {
  const sourceText = manifests
    .map(({ library, type, manifest }, index) => {
      const [name, value] = [`Manifest${index}`, JSON.stringify(manifest)];
      return `import type { ${type} as ${name} } from "${library}"; export const one${index}: ${name} = ${value};`;
    })
    .join("\n");
  const host = ts.createCompilerHost(options);
  const compilerHost = ts.createCompilerHost(options);
  host.fileExists = (path) => path === file || compilerHost.fileExists(path);
  host.getSourceFile = (path, version) =>
    path === file
      ? ts.createSourceFile(path, sourceText, version)
      : compilerHost.getSourceFile(path, version);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}
