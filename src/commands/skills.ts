import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { invalid, ScrapError } from '../store/index.ts';
import type { Call, Command } from './command.ts';

/** Where agents look for skills, in the folder they work in. */
export const PLACES = { claude: '.claude', agents: '.agents' } as const;
type Place = keyof typeof PLACES;

export const command: Command = {
  group: 'Run and connect',
  summary: 'List the skills for agents, or install them into the project you are in.',
  words: 'install',
  acts: { install: '' },
  flags: [
    { field: 'claude', long: '--claude', description: 'Into .claude/skills, for Claude Code' },
    { field: 'agents', long: '--agents', description: 'Into .agents/skills, for other agents' },
    { field: 'force', long: '--force', description: 'Also over skills that were changed there' },
  ],
  examples: ['scrap skills', 'scrap skills install --claude', 'scrap skills install --agents'],
  async run({ words, flags, terminal }) {
    const [word, odd] = words;
    const skills = shipped();
    if (word === undefined) {
      for (const { name, description } of skills) {
        if (terminal.manner === 'json') terminal.json({ name, description });
        else if (terminal.manner === 'lines') terminal.print(`${name}\t${description}`);
        else terminal.print(`${name.padEnd(12)}  ${description}`);
      }
      return;
    }
    if (word !== 'install' || odd !== undefined) {
      throw invalid('Say: scrap skills, or scrap skills install.', { reason: 'usage' });
    }
    const targets = places(flags).flatMap((place) =>
      skills.map((skill) => ({
        ...skill,
        file: join(PLACES[place], 'skills', skill.name, 'SKILL.md'),
      })),
    );
    const changed = targets.filter(({ file, text }) => !isFree(file, text));
    if (changed.length > 0 && flags['force'] !== true) {
      const files = changed.map(({ file }) => file).join(', ');
      throw new ScrapError(
        'conflict',
        `Nothing was installed: ${files} is there and differs. Replace it with --force, or move it away.`,
      );
    }
    for (const { file, text } of targets) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      if (terminal.manner === 'json') terminal.json({ file });
      else terminal.print(file);
    }
  },
};

/** A skill that came with the program. */
interface Skill {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/** The skills that came with the program. */
export function shipped(): Skill[] {
  const folder = join(import.meta.dirname, '..', 'plugin', 'skills');
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8');
      return { name, description: /^description: (.*)$/m.exec(text)?.[1] ?? '', text };
    });
}

/** Where to install: what was asked for, else wherever the project has such a folder already. */
function places(flags: Call['flags']): Place[] {
  const all = Object.keys(PLACES) as Place[];
  const asked = all.filter((place) => flags[place] === true);
  if (asked.length > 0) return asked;
  const there = all.filter((place) => existsSync(PLACES[place]));
  if (there.length > 0) return there;
  throw invalid('Say where: --claude for .claude/skills, --agents for .agents/skills, or both.');
}

/** Whether nothing is lost by writing there. */
function isFree(file: string, text: string): boolean {
  return !existsSync(file) || readFileSync(file, 'utf8') === text;
}
