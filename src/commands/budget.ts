import type { Command } from './command.ts';
import { budgetUsd } from './environment.ts';

interface Spent {
  usd: number;
  calls: number;
  unknown_usd?: number;
}

type Time = Spent & { by_kind: (Spent & { kind: string })[] };

export const command: Command = {
  group: 'Run and connect',
  operation: 'budget',
  examples: [
    'scrap budget',
    'scrap budget --json | jq .today.usd',
    'scrap config set budget_usd 0.25',
  ],
  async run(call) {
    const { terminal } = call;
    const answer = await call.perform<{ day: string; today: Time; month: Time }>('budget', {});
    if (terminal.manner === 'json') return terminal.json(answer);
    const times = { today: answer.today, month: answer.month };
    for (const [name, time] of Object.entries(times)) {
      const rows = [{ ...time, kind: 'all' }, ...time.by_kind];
      for (const { kind, usd, calls } of rows) {
        if (terminal.manner === 'lines') terminal.print([name, kind, usd, calls].join('\t'));
        else if (kind === 'all') terminal.print(`${name.padEnd(6)}  ${said(usd, calls)}`);
        else terminal.print(terminal.style('dim', `  ${kind.padEnd(6)}${said(usd, calls)}`));
      }
    }
    const budget = budgetUsd();
    terminal.say(
      budget === 0
        ? 'The budget is 0, so that no model is asked: scrap config set budget_usd 1.00'
        : `The budget is ${dollars(budget)} a day.`,
    );
    const { unknown_usd: unknown } = answer.today;
    if (unknown !== undefined) {
      terminal.say(
        `Of today, ${dollars(unknown)} was set aside for calls whose cost is not known.`,
      );
    }
  },
};

function said(usd: number, calls: number): string {
  return `${dollars(usd).padEnd(9)}  ${calls} ${calls === 1 ? 'call' : 'calls'}`;
}

/** As many digits as tell it from nothing: a page costs less than a cent. */
function dollars(usd: number): string {
  const digits = usd === 0 || usd >= 0.1 ? 2 : 4;
  return `$${usd.toFixed(digits)}`;
}
