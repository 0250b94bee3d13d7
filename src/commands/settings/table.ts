import { isSecure } from '../../store/index.ts';

/** A setting: what `scrap config`, `scrap help environment` and the manual page say of it. */
export interface Setting {
  readonly means: string;
  /** What holds where nothing is said, in words. */
  readonly usual?: string;
  /** The field of the flag that goes before all else; a flag of some command, or of all. */
  readonly flag?: string;
  /** The environment variable, where it is not SCRAP_ and the name. */
  readonly variable?: string;
  /** It is never printed, and not read from a file that others may read. */
  readonly secret?: boolean;
  /** It is about one run of the program, so config.toml cannot hold it. */
  readonly passing?: boolean;
  /** What is wrong with a value: the end of a sentence that begins with its name. */
  readonly wrong?: (value: string) => string | undefined;
}

/** Every setting by its name in config.toml, in the order in which they are listed. */
export const SETTINGS = {
  store: {
    means: 'The store to use',
    usual: '~/.local/share/scrap/scrap.db',
    flag: 'store',
  },
  url: {
    means: 'Use the scrap that is served there instead of a store here',
    wrong: isOrigin,
  },
  public_url: {
    means: 'Where the app is reached, e.g. https://box.tailnet.ts.net',
    usual: 'http://127.0.0.1 and the port',
    wrong: isOrigin,
  },
  port: { means: 'The port of scrap serve', usual: '7272', flag: 'port', wrong: isPort },
  mcp: {
    means: 'The most that agents may do through scrap serve: off, read, add or edit',
    usual: 'edit',
    flag: 'mcp',
    wrong: oneOf('off', 'read', 'add', 'edit'),
  },
  owner: { means: 'The one Tailscale login that scrap serve lets in' },
  tz: {
    means: 'Your time zone, e.g. Europe/Berlin',
    usual: "the system's",
    wrong: isZone,
  },
  editor: { means: 'The editor, with its arguments', usual: 'VISUAL, EDITOR, else vi' },
  pager: { means: 'The pager, with its arguments', usual: 'PAGER, else less -FRX' },
  budget_usd: {
    means: 'What a model may cost in a day, in US dollars; 0 is nothing',
    usual: '1.00',
    wrong: isAmount,
  },
  model: {
    means: 'The model that says what stands beside pages; only those whose price is known',
    usual: 'claude-haiku-5-5',
  },
  anthropic_api_key: {
    means: "The key of that model's API",
    variable: 'ANTHROPIC_API_KEY',
    secret: true,
  },
  anthropic_base_url: {
    means: 'Where that API is',
    usual: 'https://api.anthropic.com',
    variable: 'ANTHROPIC_BASE_URL',
    wrong: isOrigin,
  },
  author: {
    means: "claude: sign what is written as an agent's",
    usual: 'me',
    flag: 'as',
    passing: true,
    wrong: oneOf('me', 'claude'),
  },
  client: {
    means: "With that, the agent's name in what it writes",
    passing: true,
    wrong: (value) => (value.length > 60 ? 'may have at most 60 characters' : undefined),
  },
  debug: { means: '1: say where a bug is', passing: true },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

/** All settings with their names, in order. */
export const ALL_SETTINGS = Object.entries(SETTINGS) as readonly (readonly [
  SettingName,
  Setting,
])[];

/** The environment variable of a setting: `SCRAP_PUBLIC_URL`. */
export function variableOf(name: SettingName): string {
  const { variable }: Setting = SETTINGS[name];
  return variable ?? `SCRAP_${name.toUpperCase()}`;
}

function oneOf(...words: readonly string[]) {
  const list = `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
  return (value: string) => (words.includes(value) ? undefined : `is ${list}`);
}

function isPort(value: string): string | undefined {
  const number = Number(value);
  const right = /^\d{1,5}$/.test(value) && number <= 65_535;
  return right ? undefined : 'is a port, a number from 1 to 65535';
}

function isAmount(value: string): string | undefined {
  return /^\d{1,6}(\.\d{1,4})?$/.test(value) ? undefined : 'is an amount such as 2.50, or 0';
}

function isOrigin(value: string): string | undefined {
  const right = URL.canParse(value) && isSecure(new URL(value));
  return right ? undefined : 'must begin with https:// (http:// only for this machine)';
}

function isZone(value: string): string | undefined {
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
    return undefined;
  } catch {
    return 'is not a time zone. Try Europe/Berlin, or leave it out';
  }
}
