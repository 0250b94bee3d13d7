import * as z from 'zod/mini';

const answer = z.strictObject({
  summary: z.string(),
  tags: z.array(z.string()),
  related: z.array(z.string()),
  title: z.string(),
  kind: z.string(),
  transcript: z.string(),
});

export type Answer = z.infer<typeof answer>;

/** The same for the API, which knows no bounds of lengths: those are kept when it is stored. */
export const ANSWER_SCHEMA: object = { ...z.toJSONSchema(answer), $schema: undefined };

/** Reads what a model answered; undefined where it is no JSON of that shape. */
export function readAnswer(text: string): Answer | undefined {
  try {
    const read = answer.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
