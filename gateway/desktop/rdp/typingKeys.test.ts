import { expect, test } from 'vitest';
import { symbolOfCharacter } from '../../../src/wire/desktop/keySymbols.ts';
import { typingKeys } from './typingKeys.ts';

const [US, GERMAN, FRENCH, ITALIAN] = [0x409, 0x407, 0x40c, 0x410];
const [SHIFT, ALT_GRAPH] = [0x2a, 0xe038];

test.each([
  [US, 'y', [0x15]],
  [US, 'Y', [SHIFT, 0x15]],
  [US, '@', [SHIFT, 0x03]],
  [US, '\\', [0x2b]],
  [US, '/', [0x35]],
  [US, ' ', [0x39]],
  [US, 'é', undefined],
  [GERMAN, 'y', [0x2c]],
  [GERMAN, 'Z', [SHIFT, 0x15]],
  [GERMAN, 'ü', [0x1a]],
  [GERMAN, '-', [0x35]],
  [GERMAN, "'", [SHIFT, 0x2b]],
  [GERMAN, '\\', [ALT_GRAPH, 0x0c]],
  [GERMAN, '}', [ALT_GRAPH, 0x0b]],
  [GERMAN, '@', [ALT_GRAPH, 0x10]],
  [GERMAN, '€', [ALT_GRAPH, 0x12]],
  [GERMAN, '~', [ALT_GRAPH, 0x1b]],
  [GERMAN, '|', [ALT_GRAPH, 0x56]],
  [GERMAN, 'µ', [ALT_GRAPH, 0x32]],
  [GERMAN, '日', undefined],
  [FRENCH, 'a', [0x10]],
  [FRENCH, 'm', [0x27]],
  [FRENCH, '1', [SHIFT, 0x02]],
  [FRENCH, "'", [0x05]],
  [FRENCH, '"', [0x04]],
  [FRENCH, '§', [SHIFT, 0x35]],
  [FRENCH, '#', [ALT_GRAPH, 0x04]],
  [FRENCH, '@', [ALT_GRAPH, 0x0b]],
  [FRENCH, '}', [ALT_GRAPH, 0x0d]],
  [FRENCH, '€', [ALT_GRAPH, 0x12]],
  [FRENCH, '¤', [ALT_GRAPH, 0x1b]],
  [ITALIAN, 'a', undefined],
])('in layout %s %s is typed with %j', (layout, character, keys) => {
  expect(typingKeys(symbolOfCharacter(character), layout)).toEqual(keys && [keys]);
});

test.each([
  [GERMAN, '^', [[0x29], [0x39]]],
  [GERMAN, 'é', [[0x0d], [0x12]]],
  [
    GERMAN,
    'À',
    [
      [SHIFT, 0x0d],
      [SHIFT, 0x1e],
    ],
  ],
  [GERMAN, '´', [[0x0d], [0x39]]],
  [GERMAN, 'ñ', undefined],
  [FRENCH, 'ê', [[0x1a], [0x12]]],
  [
    FRENCH,
    'Ï',
    [
      [SHIFT, 0x1a],
      [SHIFT, 0x17],
    ],
  ],
  [FRENCH, '~', [[ALT_GRAPH, 0x03], [0x39]]],
  [FRENCH, '`', [[ALT_GRAPH, 0x08], [0x39]]],
  [FRENCH, 'ŷ', undefined],
])('in layout %s %s is typed with a dead key: %j', (layout, character, strokes) => {
  expect(typingKeys(symbolOfCharacter(character), layout)).toEqual(strokes);
});
