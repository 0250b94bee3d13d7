/** The part of js-yaml 3 (the parser inside gray-matter) that front-matter.ts uses. */
declare module 'js-yaml' {
  /** A set of types; opaque here. */
  interface Schema {
    readonly include: readonly Schema[];
  }

  /** Where the parser is, told to a listener as each node begins and ends. */
  interface State {
    /** The anchor of the node that ends, if it has one. */
    readonly anchor: string | null;
  }

  interface LoadOptions {
    readonly schema?: Schema;
    /** Repeated keys: the last one counts, instead of an error. */
    readonly json?: boolean;
    readonly listener?: (event: 'open' | 'close', state: State) => void;
  }

  const yaml: {
    load(text: string, options?: LoadOptions): unknown;
    readonly FAILSAFE_SCHEMA: Schema;
    readonly Schema: new (parts: { include: Schema[]; implicit: object[] }) => Schema;
    readonly Type: new (
      tag: string,
      how: { kind: 'scalar'; resolve: (text: string | null) => boolean; construct: () => null },
    ) => object;
    readonly YAMLException: new () => Error & {
      readonly reason: string;
      readonly mark?: { readonly line: number };
    };
  };
  export default yaml;
}
