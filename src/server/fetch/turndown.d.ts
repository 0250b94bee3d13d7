/** The part of turndown that markdown.ts uses. */
declare module 'turndown' {
  interface Rule {
    readonly filter: readonly string[];
    readonly replacement: (content: string, node: Element) => string;
  }

  export default class TurndownService {
    constructor(options: {
      headingStyle: 'atx';
      codeBlockStyle: 'fenced';
      bulletListMarker: '-';
      emDelimiter: '*';
    });
    addRule(name: string, rule: Rule): this;
    remove(names: readonly string[]): this;
    turndown(node: object): string;
  }

  /** What of the DOM a rule looks at. */
  interface Element {
    getAttribute(name: string): string | null;
  }
}
