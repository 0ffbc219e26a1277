import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import { importX } from "eslint-plugin-import-x";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";
import { directions } from "./eslint.directions.js";

const typescript = ["**/*.ts", "**/*.tsx"];
const written = ["app/{acq,domain}/**/*.ts", "acq/**/*.ts"];

export default tseslint.config(
  {
    ignores: [
      "build/",
      "data/",
      ".cache/",
      "test-results/",
      "playwright-report/",
      "public/",
      "app/acq/schema.d.ts",
      "scripts/*.d.mts",
    ],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: typescript,
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-assertions": [
        "error",
        { assertionStyle: "as", objectLiteralTypeAssertions: "never" },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      // There are no enums, and no class is given where another is asked for: each took a tenth of the time.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Remix's guards are thrown responses: redirect(), data() and Response.
      "@typescript-eslint/only-throw-error": [
        "error",
        {
          allow: [
            { from: "lib", name: "Response" },
            { from: "package", package: "@remix-run/server-runtime", name: "TypedResponse" },
            { from: "package", package: "@remix-run/router", name: "DataWithResponseInit" },
          ],
        },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Playwright's fixtures name what they need in their first parameter, also when it is nothing.
      "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
    },
  },
  // A schema's type is what zod infers.
  {
    files: written,
    ignores: ["**/*.schema.ts"],
    rules: { "@typescript-eslint/explicit-module-boundary-types": "error" },
  },
  {
    files: ["app/**/*.{ts,tsx}", "acq/**/*.ts", "server.ts", "scripts/*.mjs"],
    rules: { "max-lines": ["error", { max: 200, skipBlankLines: true, skipComments: true }] },
  },
  { files: ["app/**/*.{ts,tsx}"], extends: [reactHooks.configs.flat.recommended] },
  { files: ["**/*.mjs", "**/*.js", "server.ts"], languageOptions: { globals: globals.node } },
  {
    files: ["**/*.{ts,tsx,js,mjs}"],
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [createTypeScriptImportResolver({ project: "tsconfig.json" })],
      "import-x/extensions": [".ts", ".tsx", ".js", ".mjs"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
    },
    rules: {
      // No package imports us: to follow theirs took 17 of 20 seconds.
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      // A query makes another module of a file (`?script`, `?url`).
      "import-x/no-duplicates": ["error", { "prefer-inline": true, considerQueryString: true }],
      "import-x/no-self-import": "error",
      "import-x/no-restricted-paths": ["error", { basePath: import.meta.dirname, zones: directions() }],
    },
  },
  {
    // What the browser draws takes types of the server's half, and none of what it does.
    files: ["app/ui/**/*.{ts,tsx}", "app/routes/**/*.tsx"],
    ignores: ["app/routes/**/route.tsx", "app/**/*.server.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            { regex: "\\.server$", allowTypeImports: true, message: "This is drawn in browsers too." },
          ],
        },
      ],
    },
  },
  {
    files: ["app/domain/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^(react|@remix-run|i18next|remix-i18next|express)",
              message: "The domain knows no HTTP, React or text.",
            },
          ],
        },
      ],
    },
  },
  {
    // What a visitor typed reaches the log neither in a fact (log-facts.ts) nor in a text.
    files: ["app/**/*.{ts,tsx}", "server.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "CallExpression[callee.computed=false]:matches([callee.object.name=/^log$/i], [callee.object.property.name=/^log$/i]) > :matches(TemplateLiteral, BinaryExpression, CallExpression, Identifier):nth-child(2)",
          message: "A line's text is a literal: no value stands in it.",
        },
      ],
    },
  },
  {
    // Tag managers tell a command by its being an Arguments object.
    files: ["app/browser/analytics/tag-manager.ts"],
    rules: { "prefer-rest-params": "off" },
  },
);
