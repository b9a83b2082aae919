import { expect, test } from 'vitest';
import { inventoryExamples } from './inventoryExamples.ts';

test.each(['db', 'windows_desktop'])('%s: the dialog names the setting for passwords of the console', (kind) => {
  expect(inventoryExamples[kind]?.console).toContain('“Connection settings”');
});
