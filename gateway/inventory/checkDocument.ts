import { isObject } from '../../src/lib/json.ts';
import type { DocumentFault } from '../../src/wire/documentFault.ts';
import { toDocument } from '../config/checkInventory.ts';
import { toProblem } from '../config/problem.ts';
import { documentValidator } from '../config/validators.ts';
import { databaseFault } from './databaseFault.ts';
import { DYNAMIC_KINDS, type DynamicDocument } from './dynamic.ts';

type Checked = { ok: true; document: DynamicDocument } | { ok: false; fault: DocumentFault };

/** Validates a written document by the rules of its kind and adds server defaults. */
export function checkDocument(json: unknown): Checked {
  const kind = isObject(json) ? DYNAMIC_KINDS.find((candidate) => candidate === json['kind']) : undefined;
  if (!isObject(json) || !kind) return { ok: false, fault: 'not a valid resource declaration' };
  const { metadata, spec } = json;
  if (!isObject(metadata ?? {}) || !isObject(spec ?? {})) {
    return { ok: false, fault: 'metadata and spec are mappings of keys to values' };
  }
  const { connect: _, ...rest } = json;
  const document = { ...toDocument({ ...rest, kind }), kind };
  const fault = kind === 'db' ? databaseFault(document) : undefined;
  if (fault !== undefined) return { ok: false, fault };
  const validate = documentValidator(kind);
  if (validate(document)) return { ok: true, document };
  const [error] = validate.errors ?? [];
  return { ok: false, fault: error ? toProblem(error, document).message : 'the document is not valid' };
}
