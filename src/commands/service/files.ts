import { invalid } from '../../store/index.ts';

/** What a service of this user is to run. */
export interface ServiceParts {
  /** The path of Node, since a service has no shell that would find it (nvm). */
  readonly node: string;
  readonly program: string;
  /** Settings and directories that stand in the environment of whoever installs it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The first line of both files; a file without it was written by somebody else. */
export const MARK = 'Written by scrap service install; to change it, change the settings.';

/**
 * A unit of systemd's user manager (systemd.service(5)). Of what confines a service only that is
 * used which needs no namespaces: those are not to be had by users everywhere.
 */
export function systemdUnit({ node, program, environment }: ServiceParts): string {
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
  );
  // a dollar would be a variable in a command, and in nothing else
  const command = [node, program].map((word) => quoted(word).replaceAll('$', '$$$$'));
  return [
    `# ${MARK}`,
    '[Unit]',
    'Description=scrap: the app, the API and MCP',
    'Documentation=man:scrap-serve(1)',
    '',
    '[Service]',
    `ExecStart=${command.join(' ')} serve`,
    ...variables,
    'Restart=on-failure',
    'RestartSec=2',
    'TimeoutStopSec=15',
    'NoNewPrivileges=yes',
    'RestrictSUIDSGID=yes',
    'UMask=0077',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/** A word in systemd's quotes: backslash and quote escaped, a percent sign doubled. */
function quoted(text: string): string {
  refuseControls(text);
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
}

/** The name launchd knows the service by. */
export const LABEL = 'org.scrap-pages.serve';

/** An agent of launchd (launchd.plist(5)) that logs into `log`. */
export function launchAgent({ node, program, environment }: ServiceParts, log: string): string {
  const variables = Object.entries(environment).flatMap(([name, value]) => [
    `    <key>${xml(name)}</key>`,
    `    <string>${xml(value)}</string>`,
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${MARK} -->`,
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${LABEL}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...[node, program, 'serve'].map((word) => `    <string>${xml(word)}</string>`),
    '  </array>',
    '  <key>EnvironmentVariables</key>',
    '  <dict>',
    ...variables,
    '  </dict>',
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>Umask</key>',
    '  <integer>63</integer>',
    ...['StandardOutPath', 'StandardErrorPath'].flatMap((key) => [
      `  <key>${key}</key>`,
      `  <string>${xml(log)}</string>`,
    ]),
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

function xml(text: string): string {
  refuseControls(text);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** One that ended a line would begin another setting of the service. */
function refuseControls(text: string): void {
  if (!/[\u0000-\u001F\u007F]/.test(text)) return;
  throw invalid('A path or setting with control characters cannot stand in a service. Change it.');
}
