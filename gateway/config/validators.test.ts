// Checks the schemas of the gateway themselves, which validators.ts does not do at each start.
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import connect from '../../src/schemas/connect.json' with { type: 'json' };
import { CONSOLE_SCHEMAS } from '../inventory/consoleConnect.ts';
import { DOCUMENT_SCHEMAS } from './documentSchemas.ts';
import gateway from './gateway.schema.json' with { type: 'json' };
import { validatorOf } from './validators.ts';

const SCHEMAS: Readonly<Record<string, object>> = { gateway, connect, ...DOCUMENT_SCHEMAS, ...CONSOLE_SCHEMAS };
const ajv = new Ajv({ strict: false });

test.each(Object.entries(SCHEMAS))('the schema %s is valid', (_name, schema) => {
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});

test.each(Object.entries(CONSOLE_SCHEMAS))('the schema %s of the console is compiled', (_name, schema) => {
  expect(validatorOf(schema)({ unknown: true })).toBe(false);
});
