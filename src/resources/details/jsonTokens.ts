export type JsonToken = { text: string; kind: 'key' | 'string' | 'number' | 'word' | 'punct' };

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)|([^"\d\w-]+|.)/g;

/** One line of indented JSON in its parts; joined they are the line again. */
export const jsonTokens = (line: string): readonly JsonToken[] =>
  [...line.matchAll(TOKEN)].flatMap(([text, quoted, colon, number, word]): JsonToken[] => {
    if (quoted !== undefined && colon !== undefined)
      return [
        { text: quoted, kind: 'key' },
        { text: colon, kind: 'punct' },
      ];
    if (quoted !== undefined) return [{ text, kind: 'string' }];
    if (number !== undefined) return [{ text, kind: 'number' }];
    return [{ text, kind: word === undefined ? 'punct' : 'word' }];
  });
