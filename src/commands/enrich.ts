import { invalid } from '../store/index.ts';
import type { Command } from './command.ts';
import { enrichOptions, modelName } from './model.ts';
import { inputOf } from './input.ts';
import { clean } from './width.ts';

interface Answer {
  pages: { slug: string; title: string; usd: number }[];
  usd: number;
  left_out: Record<string, number>;
  queued: boolean;
  warnings?: string[];
}

export const command: Command = {
  group: 'Run and connect',
  operation: 'enrich',
  fills: ['model'],
  examples: [
    'scrap enrich --dry-run',
    'scrap enrich kind:photo --limit 20',
    'scrap enrich created:2026-11 --private # also what is tagged private',
  ],
  async run(call) {
    const { terminal } = call;
    const input = inputOf(call.flags);
    const dry = input['dry_run'] === true;
    if (!dry && (await enrichOptions()) === undefined) {
      throw invalid(
        'No model is asked: a key is missing, or the budget is 0. Set them: scrap config set anthropic_api_key < key.txt, scrap config set budget_usd 1.00',
        { reason: 'no_model' },
      );
    }
    const query = call.words.join(' ');
    const answer = await call.perform<Answer>('enrich', {
      query,
      ...input,
      model: await modelName(),
    });
    for (const warning of answer.warnings ?? []) terminal.say(`scrap: ${warning}`);
    if (terminal.manner === 'json') return terminal.json(answer);
    for (const { slug, title, usd } of answer.pages) {
      if (terminal.manner === 'lines') terminal.print(`${slug}\t${usd}\t${clean(title)}`);
      else terminal.print(`${terminal.style('dim', cents(usd))}  ${clean(title)}`);
    }
    const left = Object.entries(answer.left_out).map(([why, n]) => `${n} ${WHY[why] ?? why}`);
    if (left.length > 0) terminal.say(`left out: ${left.join(', ')}`);
    if (answer.pages.length === 0) return terminal.say('no pages to ask about');
    const pages = answer.pages.length === 1 ? '1 page' : `${answer.pages.length} pages`;
    terminal.say(
      answer.queued
        ? `${pages} queued, for about ${cents(answer.usd)}: scrap jobs shows how far it is`
        : `${pages} for about ${cents(answer.usd)}; nothing was asked yet`,
    );
  },
};

const WHY: Readonly<Record<string, string>> = {
  done: 'asked about already',
  private: 'private (--private)',
  mirrored: 'mirrored (--mirrored)',
  trashed: 'in the trash',
};

function cents(usd: number): string {
  return `$${usd.toFixed(4)}`;
}
