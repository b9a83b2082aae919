import { expect, test } from 'vitest';
import { inventoryExamples } from './inventoryExamples.ts';

test.each(['db', 'windows_desktop'])('%s: the dialog says where the console takes passwords', (kind) => {
  expect(inventoryExamples[kind]?.console).toContain('“Connection settings”');
});
