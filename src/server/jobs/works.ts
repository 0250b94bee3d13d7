import type { Store, Works } from '../../store/index.ts';
import type { EnrichOptions } from '../enrich/work.ts';

/** What does the jobs of each kind, here on this machine; without `options` no model is asked. */
export function works(store: Store, options?: EnrichOptions): Works {
  if (options === undefined) return {};
  return {
    async enrich(job, tools) {
      const { enrich } = await import('../enrich/work.ts');
      return enrich(store, options, job, tools);
    },
  };
}
