import { at } from '../../lib/json.ts';
import { chainTo } from './edits.ts';
import { inLine } from './fragment.ts';
import { outlineYaml, type YamlNode, type YamlPath } from './outline.ts';

type ReadResult = (text: string) => { ok: true; value: unknown } | { ok: false };

/** The first alias of a name after an offset. Merges (`<<: *name`) count as values here. */
function aliasOf(root: YamlNode, name: string, behind: number): YamlNode | undefined {
  for (const part of root.parts?.values() ?? []) {
    if (part.style === 'alias' && part.anchor === name && part.start > behind) return part;
    const inner = aliasOf(part, name, behind);
    if (inner) return inner;
  }
  return undefined;
}

/**
 * The same document without the anchors on the way to a path. The first alias of such an anchor gets the value, in one
 * line, and the anchor. Undefined if no anchor is on the way.
 */
export function moveAnchors(text: string, read: ReadResult, path: YamlPath): string | undefined {
  let now: string | undefined;
  // Each round removes one anchor. Real documents have few.
  for (let round = 0; round < path.length; round++) {
    const moved = moveOne(now ?? text, read, path);
    if (moved === undefined) break;
    now = moved;
  }
  return now;
}

function moveOne(text: string, read: ReadResult, path: YamlPath): string | undefined {
  const root = outlineYaml(text);
  const document = read(text);
  if (!root || !document.ok) return undefined;
  const chain = chainTo(root, path);
  for (const [depth, node] of chain.entries()) {
    if (node.anchor === undefined || node.style === 'alias') continue;
    const from = text.lastIndexOf(`&${node.anchor}`, node.start);
    const called = aliasOf(root, node.anchor, from);
    const bare = text.slice(0, from) + text.slice(from).replace(/^&[^\s,[\]{}]+ ?/, '');
    if (!called) return bare;
    const value = inLine(at(document.value, ...path.slice(0, depth)), true);
    const lost = text.length - bare.length;
    return `${bare.slice(0, called.start - lost)}&${node.anchor} ${value}${bare.slice(called.end - lost)}`;
  }
  return undefined;
}
