import { type AnyOperation, operations, perform, type Store } from '../../src/store/index.ts';
import type { Caller, OperationName } from '../../src/store/index.ts';

/** The owner at a terminal on the store's own machine. */
export const OWNER: Caller = { door: 'cli', author: 'me', source: 'cli', here: true };

/** Performs an operation by its name, as the owner unless said. */
export async function performs<Answer>(
  store: Store,
  name: OperationName,
  input: object,
  caller: Caller = OWNER,
): Promise<Answer> {
  const operation = (await operations[name]()) as unknown as AnyOperation;
  return (await perform(operation, store, input, caller)) as Answer;
}
