import { spawnSync } from 'node:child_process';

import { invalid, ScrapError } from '../store/index.ts';
import { ask } from './ask.ts';
import type { Call, Command } from './command.ts';
import { examined, print } from './doctor.ts';
import { serverFindings } from './doctor/server.ts';
import { author, port } from './environment.ts';
import { installService, isInstalled } from './service/install.ts';
import { manager } from './service/manager.ts';
import { configPath } from './settings/config-file.ts';
import { editConfig } from './settings/edit-config.ts';
import { heldSetting, loadSettings, setting } from './settings/settings.ts';
import { leadsTo, lookAtTailscale, type Tailscale } from './tailscale.ts';

export const command: Command = {
  group: 'Run and connect',
  summary: 'From nothing to your phone: the service, Tailscale, the address and a QR code of it.',
  flags: [{ field: 'yes', long: '--yes', short: '-y', description: 'Do each step unasked' }],
  examples: ['scrap up', 'scrap up --yes', 'scrap up --yes --json'],
  async run(call) {
    if (author(call.flags) !== 'me') {
      throw new ScrapError('refused', 'Only the owner may do this.', { reason: 'agent' });
    }
    const tailscale = connected();
    const origin = await serve(call, tailscale);
    await name(call, origin);
    await start(call);
    const isWrong = await doctor(call);
    await show(call, origin);
    return isWrong ? 1 : 0;
  },
};

/** What is done, and the command that would do the same. */
interface Step {
  readonly does: string;
  readonly command: string;
  readonly isDone: boolean;
  readonly run: () => void | Promise<void>;
}

async function take({ terminal, flags }: Call, step: Step): Promise<void> {
  const { does, command: typed, isDone, run } = step;
  if (isDone) return terminal.say(`${terminal.style('green', 'done')}  ${does}`);
  terminal.say(`${terminal.style('bold', does)}\n      ${typed}`);
  if (flags['yes'] !== true) {
    if (!terminal.interactive) {
      throw invalid('Nobody can be asked here. To do all steps unasked: scrap up --yes', {
        reason: 'usage',
      });
    }
    if (!(await ask(terminal, '      Do it?'))) return terminal.say('      left out');
  }
  await run();
}

/** Tailscale on this machine, connected. */
function connected(): Tailscale & { readonly name: string } {
  const tailscale = lookAtTailscale();
  const mend =
    tailscale === undefined
      ? 'Tailscale is not installed. Get it (https://tailscale.com/download), then: scrap up'
      : 'Tailscale is not connected. Connect it (tailscale up), then: scrap up';
  const machine = tailscale?.isRunning === true ? tailscale.name : undefined;
  if (tailscale !== undefined && machine !== undefined) return { ...tailscale, name: machine };
  throw new ScrapError('not_found', mend, { reason: 'tailscale' });
}

/** Ports at which other things may be served already, so that nothing of theirs is taken away. */
const HTTPS_PORTS = [443, 8443, 10_000];

/** Tailscale Serve before the server; gives the address at which it is then reached. */
async function serve(call: Call, tailscale: Tailscale & { name: string }): Promise<string> {
  const { served, name: machine } = tailscale;
  const ours = served.find((each) => leadsTo(port(), each) && each.path === '/');
  const originAt = (https: number) => `https://${machine}${https === 443 ? '' : `:${https}`}`;
  const free = HTTPS_PORTS.find((https) =>
    served.every(({ origin }) => origin !== originAt(https)),
  );
  const args = ['serve', '--bg', ...(free === 443 ? [] : [`--https=${free}`]), String(port())];
  if (ours === undefined && free === undefined) {
    throw invalid(`Tailscale serves other things at ${HTTPS_PORTS.join(', ')}. Free one of these.`);
  }
  await take(call, {
    does: `Let your other devices reach scrap at ${ours?.origin ?? originAt(free ?? 443)}`,
    command: `tailscale ${args.join(' ')}`,
    isDone: ours !== undefined,
    run() {
      call.terminal.say('      Should a web page ask about Funnel: leave that off.');
      const { status } = spawnSync('tailscale', args, { stdio: ['inherit', 2, 2] });
      if (status === 0) return;
      throw new ScrapError(
        'refused',
        'tailscale serve failed; see above. Where it asks for more rights: sudo tailscale set --operator=$USER',
        { reason: 'tailscale' },
      );
    },
  });
  return ours?.origin ?? originAt(free ?? 443);
}

async function name(call: Call, origin: string): Promise<void> {
  const held = heldSetting('public_url');
  await take(call, {
    does: `Tell scrap that this is its address`,
    command: `scrap config set public_url ${origin}`,
    isDone: setting('public_url')?.replace(/\/+$/, '') === origin,
    async run() {
      await editConfig(configPath(), 'public_url', origin);
      await loadSettings();
      if (held?.from !== 'environment') return;
      throw invalid(`${held.called} says ${held.value}. Unset it, then: scrap up`);
    },
  });
}

/** Ten seconds, in steps of a quarter. */
const TRIES = 40;

async function start(call: Call): Promise<void> {
  const service = manager();
  await take(call, {
    does: 'Keep scrap serve running in the background, from login on',
    command: 'scrap service install',
    isDone: isInstalled(service, call.flags) && (await answers()),
    async run() {
      installService(service, call.flags);
      for (let tries = 0; !(await answers()) && tries < TRIES; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      const hint = service.hint();
      if (hint !== undefined) call.terminal.say(`      ${hint}`);
    },
  });
}

/** Whether the server runs, and with the settings that hold now. */
async function answers(): Promise<boolean> {
  const findings = await serverFindings(port(), setting('public_url'));
  return findings.every(({ state }) => state === 'ok');
}

/** Says what is wrong after all; true when something is. */
async function doctor({ terminal, flags }: Call): Promise<boolean> {
  let isWrong = false;
  for await (const findings of examined(flags, terminal.now)) {
    for (const finding of findings.filter(({ state }) => state === 'wrong')) {
      isWrong = true;
      print(terminal, finding);
    }
  }
  return isWrong;
}

/** The address, and at a terminal a picture of it for the camera of a phone. */
async function show({ terminal }: Call, origin: string): Promise<void> {
  if (terminal.manner === 'json') return terminal.json({ url: origin });
  if (terminal.manner === 'columns') {
    const { renderUnicodeCompact } = await import('uqr');
    terminal.print(`\n${renderUnicodeCompact(origin, { border: 2 })}\n`);
  }
  terminal.print(origin);
  terminal.say('Open it on your phone with Tailscale on, and add it to the home screen.');
}
