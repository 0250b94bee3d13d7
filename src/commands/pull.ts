import { invalid } from '../store/index.ts';
import type { Command } from './command.ts';
import { thereOf } from './there-of.ts';

export const command: Command = {
  group: 'History and data',
  summary: 'Keep a copy of the store of SCRAP_URL here, to read while that is away.',
  examples: [
    'SCRAP_URL=https://box.tailnet.ts.net scrap pull',
    'scrap pull --json # later: only what is new, as each command does by itself',
    'scrap backup ~/backups # of the copy, checked',
  ],
  async run(call) {
    if (call.words.length > 0) throw invalid('pull takes no words.', { reason: 'usage' });
    const { server, sender, replica } = thereOf(call);
    const { terminal } = call;
    const progress = (done: number, total: number | undefined, what: string) =>
      terminal.progress(total === undefined ? `${what} ${done}` : `${what} ${done} of ${total}`);
    const pulled = await replica
      .pull(server, sender, { progress })
      .finally(() => terminal.progress(''));
    const { file, pages, files, change, at } = pulled;
    if (terminal.manner === 'json') terminal.json(pulled);
    else if (terminal.manner === 'lines') terminal.print([change, pages, files, file].join('\t'));
    else if (pages === 0 && files === 0) terminal.print(`nothing new since change ${change}`);
    else {
      const besides = files === 0 ? '' : ` and ${files} files`;
      terminal.print(`pulled ${pages} pages${besides}, up to change ${change}`);
      terminal.say(terminal.style('dim', `${file}, as of ${at}`));
    }
  },
};
