import { invalid } from '../store/index.ts';
import type { Call } from './command.ts';
import type { Elsewhere } from './remote/elsewhere.ts';

/** The server elsewhere that a command is about. Throws `invalid` where none is set. */
export function thereOf({ elsewhere }: Call): Elsewhere {
  if (elsewhere !== undefined) return elsewhere;
  throw invalid(
    'This is about a scrap that is served elsewhere. Say where: SCRAP_URL=https://box.tailnet.ts.net, or scrap config set url …',
    { reason: 'usage' },
  );
}
