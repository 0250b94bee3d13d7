/** What a model costs, in US dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
}

/**
 * The models that can be used, each with its prices: what has none cannot be kept within a budget.
 * From platform.claude.com/docs/en/about-claude/pricing in November 2026; of a longer prompt than
 * `upTo` tokens every token costs `longer`. Cache writes are those kept for five minutes.
 */
const MODELS = {
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheWrite: 0.125,
    cacheRead: 0.01,
    upTo: 100_000,
    longer: { input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.05 },
  },
  'claude-haiku-4-5': { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1 },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 },
  'claude-opus-5-5': { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2 },
} as const satisfies Readonly<
  Record<string, Price & { readonly upTo?: number; readonly longer?: Price }>
>;

export type Model = keyof typeof MODELS;

/** The names of the models that can be used, the usual one first. */
export const MODEL_NAMES = Object.keys(MODELS) as [Model, ...Model[]];

export const USUAL_MODEL: Model = 'claude-haiku-5-5';

/** The tokens of a call as its reply counts them; the prompt's are in the three first, each once. */
export interface Usage {
  readonly input: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  readonly output: number;
}

/** What a call costs, in millionths of a US dollar, rounded up. */
export function costOf(model: Model, usage: Usage): number {
  const {
    upTo = Infinity,
    longer,
    ...usual
  }: Price & { upTo?: number; longer?: Price } = MODELS[model];
  const prompt = usage.input + usage.cacheWrite + usage.cacheRead;
  const price = prompt > upTo && longer !== undefined ? longer : usual;
  return Math.ceil(
    usage.input * price.input +
      usage.cacheWrite * price.cacheWrite +
      usage.cacheRead * price.cacheRead +
      usage.output * price.output,
  );
}

/**
 * The most that a call can cost, before it is made: all of its prompt written to the cache, which
 * costs most, and all of the answer it may have used up.
 */
export function mostOf(model: Model, prompt: number, answer: number): number {
  return costOf(model, { input: 0, cacheWrite: prompt, cacheRead: 0, output: answer });
}
