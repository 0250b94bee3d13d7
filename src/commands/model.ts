import type { EnrichOptions } from '../server/enrich/work.ts';
import { enriching, invalid, type Model } from '../store/index.ts';
import { budgetUsd } from './environment.ts';
import { setting } from './settings/settings.ts';

/**
 * Which model is asked and what it may cost; undefined where none is: without a key, or with a
 * budget of 0. Throws `invalid` for a setting it cannot be asked with.
 */
export async function enrichOptions(): Promise<EnrichOptions | undefined> {
  const key = setting('anthropic_api_key');
  const budget = budgetUsd();
  if (key === undefined || budget === 0) return undefined;
  if (!/^[\u0021-\u007e]{1,300}$/.test(key)) {
    throw invalid('The key of the model (ANTHROPIC_API_KEY) has blanks or line ends in it.');
  }
  const base = setting('anthropic_base_url') ?? 'https://api.anthropic.com';
  return {
    api: { base: base.replace(/\/+$/, ''), key, model: await modelName() },
    budgetUsd: budget,
  };
}

/** The model that is asked: the one set, else the usual one. */
export async function modelName(): Promise<Model> {
  const { MODEL_NAMES, USUAL_MODEL } = await enriching.prices();
  const named = setting('model');
  if (named === undefined) return USUAL_MODEL;
  const model = MODEL_NAMES.find((name) => name === named);
  if (model !== undefined) return model;
  throw invalid(`SCRAP_MODEL is one whose price scrap knows: ${MODEL_NAMES.join(', ')}.`, {
    reason: 'bad_setting',
    setting: 'model',
  });
}
