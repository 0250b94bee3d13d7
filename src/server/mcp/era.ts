import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';

import { field } from './field.ts';

/** Whether a request is of 2026-07-28 or later, or of a revision before. */
export type Era = 'modern' | 'legacy';

/**
 * Whether a request speaks 2026-07-28 or later. Since then every request carries its version in
 * `_meta` and in the header; before, `initialize` agreed on one and many clients never send it
 * again. A version that looks like neither is left to the older leg, which refuses it by name.
 */
export function isModern(body: unknown, version: string | undefined): boolean {
  if (version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= '2026') return true;
  return field(field(field(body, 'params'), '_meta'), PROTOCOL_VERSION_META_KEY) !== undefined;
}
