import type { CallToolRequestParams, CallToolResult } from '@modelcontextprotocol/server';

import { perform, type Store } from '../../store/index.ts';
import type { Log } from '../status.ts';
import { askWithin, shortened, type SizeField } from './budget.ts';
import type { Catalogue, Offered } from './catalogue.ts';
import { toolFailure } from './failure.ts';
import type { Visit } from './visit.ts';

/**
 * Calls a tool. The same answer stands in `structuredContent` and, as JSON, in `content`, since
 * some clients give a model only the one and some only the other. Throws a protocol error for a
 * tool that is not there; every other failure is a result that a model can read.
 */
export async function callTool(
  store: Store,
  catalogue: Catalogue,
  { name, arguments: given = {} }: CallToolRequestParams,
  { caller, level }: Visit,
  log: Log,
): Promise<CallToolResult> {
  const offered = catalogue.find(name, level);
  const { operation, usual } = offered;
  // To perform, null is absent; so it is to what is asked by default.
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const ask = async (asked: object) => ({
    ...(await perform(operation, store, { ...usual, ...asked }, caller)),
  });
  try {
    const answer =
      operation.effect === 'reads'
        ? await askWithin(ask, input, sizeOf(offered))
        : shortened(await ask(input));
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    return toolFailure(error, log);
  }
}

function sizeOf({ tool }: Offered): SizeField {
  const fields = tool().inputSchema.properties ?? {};
  if ('max_chars' in fields) return 'max_chars';
  return 'limit' in fields ? 'limit' : undefined;
}
