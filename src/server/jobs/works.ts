import { type Store, version, type Works } from '../../store/index.ts';
import type { EnrichOptions } from '../enrich/work.ts';
import { fetchWork } from '../fetch/work.ts';
import { makePicturesOf } from '../files/picture.ts';

/** What does the jobs of each kind, here on this machine; without `options` no model is asked. */
export function works(store: Store, options?: EnrichOptions): Works {
  return {
    fetch: fetchWork(store, { version }),
    async thumbnail({ subject }) {
      await makePicturesOf(store, subject);
      return { is: 'done' };
    },
    ...(options === undefined ? {} : asking(store, options)),
  };
}

function asking(store: Store, options: EnrichOptions): Works {
  return {
    async enrich(job, tools) {
      const { enrich } = await import('../enrich/work.ts');
      return enrich(store, options, job, tools);
    },
  };
}
