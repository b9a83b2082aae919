import type { QueryProtocol } from './messages.ts';

/** The first word of a statement in lower case, behind comments; '' where it begins with anything else. */
export function firstWord(sql: string, protocol: QueryProtocol): string {
  let at = 0;
  for (;;) {
    at += /^[\s(]*/.exec(sql.slice(at, at + 10_000))?.[0].length ?? 0;
    const end = commentEnd(sql, at, protocol);
    if (end === undefined) return (/^[a-z]+/i.exec(sql.slice(at, at + 40))?.[0] ?? '').toLowerCase();
    at = end;
  }
}

/** undefined where no comment begins, or one that MySQL runs. */
function commentEnd(sql: string, at: number, protocol: QueryProtocol): number | undefined {
  const start = sql.slice(at, at + 4);
  const isMysql = protocol === 'mysql';
  const endOf = (mark: string, from: number) => {
    const found = sql.indexOf(mark, from);
    return found < 0 ? sql.length : found + mark.length;
  };
  if (isMysql ? /^(#|--(\s|$))/.test(start) : start.startsWith('--')) return endOf('\n', at);
  if (!start.startsWith('/*') || (isMysql && /^\/\*M?!/.test(start))) return undefined;
  if (isMysql) return endOf('*/', at + 2);
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at;
  let depth = 0;
  for (let found = mark.exec(sql); found; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return sql.length;
}
