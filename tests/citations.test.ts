import { expect, test } from 'vitest';
import { citationErrors, sectionsOf } from './citations.mjs';

// The section sign is separate from the numbers, so that the check does not read these lines as citations.
const S = '§';
const documents = new Map([
  ['streams', sectionsOf('# Streams\n\n## 3 Terminal\n\n### 3.4 Second factor\n\n### 3.11 Tabs\n')],
  ['screens', sectionsOf('## 7. Terminal\n\n## 19a. Small kinds\n')],
]);
const errorsOf = (text: string, own?: string) =>
  citationErrors(text.replaceAll('$', S), documents, own).map(({ line, reason }) => `${line}: ${reason}`);

test.each([
  '/** The answer to a challenge (streams $3.4). */',
  '// One tab (streams $3.4, $3.11; screens $7).',
  '// Lists: streams $3, $3.4 and $3.11, screens $19a.',
  '/**\n * Where a list goes on (streams $3.4,\n * $3.11), and a name ends a line (streams\n * $3).\n */',
  '/** [streams $3.4] The bound. */',
  '// A range (streams $3–$3.4, streams $3.4–3.11).',
  '// Another standard (RFC 9113 $8.1, $4).',
  "const price = '5 $ or $'; // no citation",
])('a valid citation is accepted: %j', (text) => expect(errorsOf(text)).toEqual([]));

test.each([
  ['// Refused ($3.4).', `1: ${S}3.4 does not name its document`],
  ['// See (streams $3.4). Not so ($3.11).', `1: ${S}3.11 does not name its document`],
  ['// The screens of the streams ($3).', `1: ${S}3 does not name its document`],
  ['\n/** Digits\n * (look $2). */', `3: docs/contract has no document look.md (${S}2)`],
  ['// [str $3.4]', `1: docs/contract has no document str.md (${S}3.4)`],
  ['// Streams $3.4', `1: docs/contract has no document Streams.md (${S}3.4)`],
  ['// streams $3.40', '1: streams.md has no section 3.40'],
  ['// streams $3–9', '1: streams.md has no section 9'],
  ['// streams $3.4,\n// $8', '2: streams.md has no section 8'],
])('an invalid citation is reported: %j', (text, error) => expect(errorsOf(text)).toEqual([error]));

test('a section number without a document name refers to the same document', () => {
  expect(errorsOf('See $3.4, then screens $7 and in $3.11.', 'streams')).toEqual([]);
  expect(errorsOf('See $7.', 'streams')).toEqual(['1: streams.md has no section 7']);
});
