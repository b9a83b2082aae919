import { tokenizeYaml, YAML_START, type YamlState } from '../../review/yamlTokens.ts';

type Mistake = { message: string; line: number; column: number };

const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** The innermost bracket that is still open at the end of a text; undefined if all are closed. */
function openBracket(text: string): Mistake | undefined {
  const open: { bracket: string; line: number; column: number }[] = [];
  let state: YamlState = YAML_START;
  text.split(/\r\n?|\n/).forEach((lineText, i) => {
    const { tokens, state: next } = tokenizeYaml(lineText, state);
    state = next;
    tokens.forEach(({ start, kind }, nth) => {
      if (kind !== 'punct') return;
      // Adjacent brackets are one token.
      for (let at = start; at < (tokens[nth + 1]?.start ?? lineText.length); at++) {
        const bracket = lineText[at] ?? '';
        if (bracket in CLOSERS) open.push({ bracket, line: i + 1, column: at + 1 });
        else if (bracket === CLOSERS[open.at(-1)?.bracket ?? '']) open.pop();
      }
    });
  });
  const last = open.at(-1);
  return last && { message: `“${last.bracket}” is not closed`, line: last.line, column: last.column };
}

const KEY = /^[\s-]*(?:"([^"]*)"\s*|'([^']*)'\s*|([^\s:#-][^:#]*)):/;

/** A syntax error with a message that names its cause. The parser names only what it found. */
export function syntaxProblem(text: string, found: Mistake): Mistake {
  if (/duplicated mapping key/i.test(found.message)) {
    const line = text.split(/\r\n?|\n/)[found.line - 1] ?? '';
    const [, ...names] = KEY.exec(line) ?? [];
    const key = names.find(Boolean)?.trim();
    return key === undefined ? found : { ...found, message: `The key “${key}” occurs twice` };
  }
  if (/deficient indentation/i.test(found.message)) {
    const line = text.split(/\r\n?|\n/)[found.line - 1] ?? '';
    const closer = /^\s*([}\]])/.exec(line)?.[1];
    const noun = closer === '}' ? 'brace' : 'bracket';
    if (closer !== undefined && !openBracket(text))
      return { ...found, message: `Indent the closing ${noun}: it has to stand further right than its key` };
  }
  if (/indentation|flow collection|unexpected end/i.test(found.message)) return openBracket(text) ?? found;
  return found;
}
