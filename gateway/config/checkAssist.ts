import type { FileConfig } from './fileConfig.ts';
import type { Problem } from './problem.ts';

/** An address without a model, or the reverse, is useless. */
export function checkAssist({ base_url, model, api_key_file }: NonNullable<FileConfig['assist']>): Problem | undefined {
  if (base_url !== undefined && model === undefined)
    return { path: ['assist', 'model'], message: 'assist.model is missing: assist.base_url needs one' };
  if (base_url === undefined && (model !== undefined || api_key_file !== undefined))
    return { path: ['assist', 'base_url'], message: 'assist.base_url is missing: the model has no address' };
  return undefined;
}
