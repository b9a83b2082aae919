import { parseJson, textAt } from '../../src/lib/json.ts';

const OBJECTS_MAX = 20;
const BEGIN = /\{\s*"(?:command|nodes|labels|query|reason)"\s*:/g;

/** The first JSON object with a command in a text; undefined where there is none. */
export function commandIn(text: string): unknown {
  let looked = 0;
  for (const { index } of text.matchAll(BEGIN)) {
    if ((looked += 1) > OBJECTS_MAX) return undefined;
    const json = parseJson(text.slice(index, endOfObject(text, index)));
    if (textAt(json, 'command') !== '') return json;
  }
  return undefined;
}

/** Behind the brace that closes the one at `from`; braces in texts do not count. */
function endOfObject(text: string, from: number): number {
  let [depth, isText] = [0, false];
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (isText && char === '\\') i++;
    else if (char === '"') isText = !isText;
    else if (!isText && char === '{') depth++;
    else if (!isText && char === '}' && --depth === 0) return i + 1;
  }
  return text.length;
}
