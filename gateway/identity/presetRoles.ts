import { presetRoles } from '../../src/access/presets.ts';
import { printYaml } from '../../src/wire/yaml.ts';
import { SYSTEM_USER } from '../audit/events.ts';
import type { Stores } from '../store/stores.ts';

/**
 * Creates missing presets at every start. Existing ones stay unchanged, because administrators may have edited them.
 */
export function ensurePresetRoles({ db, roles }: Pick<Stores, 'db' | 'roles'>, nowMs: number): void {
  db.transaction(() => {
    for (const { name, document } of presetRoles()) {
      if (!roles.has(name)) roles.put({ name, content: printYaml(document), document }, { by: SYSTEM_USER, nowMs });
    }
  });
}
