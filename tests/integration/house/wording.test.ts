import { expect, it } from "vitest";
import { readFilesAndTests, type ProjectFile } from "./project-files";

const maxFindingsPerThousandLines = 8;

const unclearWords =
  /\b(?:who(?:ever|m|se)?|nobody|(?:any|every|some)body|told|tells|hears?|heeds?|anew|(?:is|are) none|of ours?|as it is|goes on|leads on|besides?|what (?:is|was|comes|stands|they|it))\b/i;
/** Matches words with which a comment must not begin: a sentence begins with its subject or its verb. */
const unclearStart =
  /^(?:Of|Which|Whether|What|Who|Whom|Whose|Whoever|Nobody|None|All that|As|Where|To be|Missing|Apart|Behind|Beside)\b/;
/**
 * Matches words with which a test title must not begin. A test title is a sentence about behavior and follows the name
 * of the unit.
 */
const unclearTitle = /^(?:is|are|of|as|on|in|no|two|all|one|an?|the|with|without|what|who|and|but)\b|^,/i;

const isMarkdown = ({ path }: ProjectFile) => path.endsWith(".md");

/** Returns the comments of a source file, or the text of a document. Each line keeps its number. */
function extractProse(file: ProjectFile): string {
  const commentPattern = /^\s*\{?(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\*\/\}?)?$|\s\/\/ (.*)$/;
  const extractProseOfLine = (line: string) => {
    if (isMarkdown(file)) return line.replaceAll(/`[^`]*`/g, "").trim();
    const match = commentPattern.exec(line);
    return (match?.[1] ?? match?.[2] ?? "").trim();
  };
  return file.text.split("\n").map(extractProseOfLine).join("\n");
}

function findUnclearWording(file: ProjectFile): string[] {
  const proseTexts = extractProse(file);
  const describePosition = (text: string, index: number) =>
    `${file.path}:${text.slice(0, index).split("\n").length}`;
  const sentences = [...proseTexts.matchAll(/\S(?:[^.!?\n]|[.!?](?!\s)|\n(?=[^\s@|-]))*[.!?]?/g)]
    .filter(([text]) => unclearWords.test(text) || (!isMarkdown(file) && unclearStart.test(text)))
    .map(({ 0: text, index }) => `${describePosition(proseTexts, index)} ${text.replaceAll("\n", " ")}`);
  const titles = [...file.text.matchAll(/(?:\b(?:it|test)|^ *\]\))\(\s*(["'`])(.+?)\1/gm)]
    .filter(([, , title = ""]) => unclearWords.test(title) || unclearTitle.test(title))
    .map(({ 2: title, index }) => `${describePosition(file.text, index)} title: ${title}`);
  return [...sentences, ...titles];
}

it(`comments, documents and test titles have at most ${maxFindingsPerThousandLines} unclear wordings in 1,000 lines`, () => {
  const checkedFiles = readFilesAndTests(
    [
      "app",
      "acq",
      "scripts",
      "tests",
      "server.ts",
      "docs",
      "README.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "CHANGELOG.md",
    ],
    [".ts", ".tsx", ".mjs", ".js", ".css", ".md"],
  );
  const lines = checkedFiles.flatMap((file) => extractProse(file).split("\n").filter(Boolean));
  expect(lines.length).toBeGreaterThan(5000);
  const findings = checkedFiles.flatMap(findUnclearWording);
  expect((findings.length / lines.length) * 1000, findings.join("\n")).toBeLessThanOrEqual(
    maxFindingsPerThousandLines,
  );
});
