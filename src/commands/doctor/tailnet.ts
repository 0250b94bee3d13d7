import { leadsTo, type Tailscale } from '../tailscale.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** What Tailscale Serve and Funnel do for the server at `port`. */
export function tailnetFindings(
  tailscale: Tailscale | undefined,
  port: number,
  publicUrl: string | undefined,
): Finding[] {
  const isNeeded = publicUrl !== undefined && new URL(publicUrl).hostname.endsWith('.ts.net');
  const missing = isNeeded ? wrong : note;
  if (tailscale === undefined) {
    const mend = 'https://tailscale.com/download';
    return [missing('tailscale', 'not installed: no other machine reaches scrap', mend)];
  }
  if (!tailscale.isRunning) return [missing('tailscale', 'not connected', 'tailscale up')];
  const ours = tailscale.served.filter((each) => leadsTo(port, each) && each.path === '/');
  const funnel = ours.find(({ isFunnel }) => isFunnel);
  return [
    ok('tailscale', `connected as ${tailscale.name ?? 'this machine'}`),
    serving(
      ours.map(({ origin }) => origin),
      port,
      publicUrl,
    ),
    funnel === undefined
      ? ok('funnel', 'off: the internet does not reach scrap')
      : wrong('funnel', `${funnel.origin} is open to the whole internet`, 'tailscale funnel reset'),
  ];
}

function serving(origins: readonly string[], port: number, publicUrl: string | undefined): Finding {
  const [origin] = origins;
  if (origin === undefined) {
    const says = `Tailscale passes nothing on to port ${port}`;
    const state = publicUrl === undefined ? note : wrong;
    return state('serve', says, `tailscale serve --bg ${port}`);
  }
  const wanted = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  if (wanted !== undefined && origins.includes(wanted)) return ok('serve', `${wanted} leads here`);
  const says = `${origin} leads here, and the public URL is ${wanted ?? 'not set'}`;
  return wrong('serve', says, `scrap config set public_url ${origin}, and restart scrap serve`);
}
