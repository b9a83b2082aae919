import { linesOf, type Span } from './diffTexts.ts';
import { tokenizeYaml, YAML_START, type YamlToken, type YamlTokenKind } from './yamlTokens.ts';

/** The colours of all lines of a text. The meaning of a line depends on the lines before it. */
export function colourLines(text: string): readonly (readonly YamlToken[])[] {
  let state = YAML_START;
  return linesOf(text).map((line) => {
    const split = tokenizeYaml(line, state);
    state = split.state;
    return split.tokens;
  });
}

/** A part of a line with one style. */
export type Piece = { text: string; kind: YamlTokenKind; isMarked: boolean };

/** Cuts a line where its colour or its mark changes. */
export function piecesOf(line: string, tokens: readonly YamlToken[], marks: readonly Span[]): Piece[] {
  const cuts = [...new Set([0, line.length, ...tokens.map((token) => token.start), ...marks.flat()])].sort(
    (a, b) => a - b,
  );
  return cuts.slice(0, -1).map((from, i) => ({
    text: line.slice(from, cuts[i + 1]),
    kind: tokens.findLast((token) => token.start <= from)?.kind ?? 'text',
    isMarked: marks.some(([start, end]) => start <= from && from < end),
  }));
}

/** Groups adjacent pieces with the same mark, so that a mark is one element across its colours. */
export function runsOf(pieces: readonly Piece[]): { isMarked: boolean; pieces: readonly Piece[] }[] {
  const runs: { isMarked: boolean; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last?.isMarked === piece.isMarked) last.pieces.push(piece);
    else runs.push({ isMarked: piece.isMarked, pieces: [piece] });
  }
  return runs;
}
