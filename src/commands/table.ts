import { allOperations } from '../store/index.ts';
import { type Group, GROUPS } from './command.ts';
import type { Flag } from './flags.ts';
import { flagsOf } from './flags-of.ts';
import { commands } from './index.ts';

/** What starting a command has to know of it, without loading it or any schema. */
export interface Row {
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  readonly words?: string;
  readonly acts?: Readonly<Record<string, string>>;
  readonly flags: readonly Flag[];
  readonly examples: readonly string[];
}

/**
 * The table of all commands, in the order of help. The build writes it to a file, which is what
 * `scrap` reads when it starts; help, completion and man page are made from it too.
 */
export async function commandTable(): Promise<Row[]> {
  const operations = new Map((await allOperations()).map((each) => [each.name, each]));
  const rows: Row[] = [];
  for (const [name, load] of Object.entries(commands)) {
    const { command } = await load();
    const operation = command.operation && operations.get(command.operation);
    const filled = [...(command.fills ?? []), ...(operation?.words ? [operation.words] : [])];
    const words = command.words ?? operation?.words;
    rows.push({
      name,
      group: command.group,
      summary: command.summary ?? operation?.summary ?? '',
      ...(words === undefined ? {} : { words }),
      ...(command.acts === undefined ? {} : { acts: command.acts }),
      flags: [
        ...(command.flags ?? []),
        ...(operation === undefined ? [] : flagsOf(operation, filled)),
      ],
      examples: command.examples,
    });
  }
  return rows.toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}
