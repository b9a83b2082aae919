// Paths on a server, as people write them: `~/` is the home, and a relative path begins there too.

export const HOME = '~/';

/** What comes before the last slash, with it; '' for a bare name. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** What comes after the last slash. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A folder as it is written in front of a name: `/tmp` → `/tmp/`. */
export const asFolder = (path: string): string => (path === '' || path.endsWith('/') ? path : `${path}/`);

/** `name` may have folders of its own. */
export const joinPath = (folder: string, name: string): string => asFolder(folder) + name;

/** Every folder that the name lies in, the outermost first: `a/b/c.txt` → `a`, `a/b`. */
export function foldersWithin(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** `dump.sql` → `dump-2.sql`, the first that is free. An ending of an ending stays: `a.tar.gz` → `a-2.tar.gz`. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  const dot = name.search(/(\.tar)?\.[^.]+$/);
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let n = 2;
  while (taken(`${stem}-${n}${ending}`)) n++;
  return `${stem}-${n}${ending}`;
}

/** As one word of a POSIX shell; a `~/` at the beginning keeps its meaning. */
export function shellWord(path: string): string {
  if (path.startsWith('~/')) return path === '~/' ? '~/' : `~/${shellWord(path.slice(2))}`;
  return /^[\w./@%+:,-]+$/.test(path) && !path.startsWith('-') ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
