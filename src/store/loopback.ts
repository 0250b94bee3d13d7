/** What a machine is called by itself, as `URL` has it in `hostname`. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether nobody on the way can read what is sent to an address: https, or http on this machine. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}
