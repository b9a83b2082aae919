import { Ajv, type ValidateFunction } from 'ajv';
import { isResourceName } from '../../src/access/checkMetadata.ts';
import connect from '../../src/schemas/connect.json' with { type: 'json' };
import metadata from '../../src/schemas/metadata.schema.json' with { type: 'json' };
import { parseDuration } from '../../src/wire/duration.ts';
import { isSystemUser } from '../audit/events.ts';
import type { FileConfig } from './fileConfig.ts';
import { type CheckedKind, DOCUMENT_SCHEMAS } from './documentSchemas.ts';
import { DOCUMENT_FORMATS } from './formats.ts';
import { parseSshAddress, parseTunnelAddress } from './hostAddress.ts';
import gateway from './gateway.schema.json' with { type: 'json' };

/**
 * strict off: the schemas contain keywords for the editor that this validator does not know. The rest is for a fast
 * start: validators.test.ts checks the schemas, and each validator runs too seldom to be optimised.
 */
const ajv = new Ajv({
  strict: false,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
  verbose: true,
  schemas: { 'metadata.schema.json': metadata, 'connect.json': connect },
  formats: {
    ...DOCUMENT_FORMATS,
    period: isPeriod,
    'timer-duration': isTimerDuration,
    'ssh-address': (text: string) => parseSshAddress(text) !== undefined,
    'tunnel-address': (text: string) => parseTunnelAddress(text) !== undefined,
    'user-name': (text: string) => isResourceName(text) && !isSystemUser(text),
    url: (text: string) => URL.canParse(text),
    retention: (text: string) => text === 'never' || isPeriod(text),
  },
});

function isPeriod(text: string): boolean {
  const parsed = parseDuration(text);
  return parsed.ok && parsed.ms > 0;
}

/** Node timers accept at most 2 ** 31 - 1 ms, and fire at once for more. */
function isTimerDuration(text: string): boolean {
  const parsed = parseDuration(text);
  return parsed.ok && parsed.ms >= 1000 && parsed.ms <= 24 * 86_400_000;
}

export const isFileConfig: ValidateFunction<FileConfig> = ajv.compile<FileConfig>(gateway);

/** For schemas that are derived from others. */
export const validatorOf = (schema: object): ValidateFunction => ajv.compile(schema);

const compiled = new Map<CheckedKind, ValidateFunction>();

/** Compiled on first use: most files use one or two kinds. */
export function documentValidator(kind: CheckedKind): ValidateFunction {
  const validator = compiled.get(kind) ?? ajv.compile(DOCUMENT_SCHEMAS[kind]);
  compiled.set(kind, validator);
  return validator;
}
