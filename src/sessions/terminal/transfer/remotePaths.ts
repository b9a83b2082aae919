// Paths on a server, as users write them: `~/` is the home directory, and relative paths start there too.

export const HOME = '~/';

/** The part up to the last slash. '' for a bare name. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The part after the last slash. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A folder as a prefix of a name: `/tmp` → `/tmp/`. */
export const asFolder = (path: string): string => (path === '' || path.endsWith('/') ? path : `${path}/`);

/** `name` can contain folders. */
export const joinPath = (folder: string, name: string): string => asFolder(folder) + name;

/** Every folder of the name, outermost first: `a/b/c.txt` → `a`, `a/b`. */
export function foldersWithin(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** `dump.sql` → `dump-2.sql`, the first free name. Double extensions stay: `a.tar.gz` → `a-2.tar.gz`. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const dot = name.search(/(\.tar)?\.[^.]+$/);
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let n = 2;
  while (isTaken(`${stem}-${n}${ending}`)) n++;
  return `${stem}-${n}${ending}`;
}

/** As one word of a POSIX shell. A leading `~/` keeps its meaning. */
export function shellWord(path: string): string {
  if (path.startsWith('~/')) return path === '~/' ? '~/' : `~/${shellWord(path.slice(2))}`;
  return /^[\w./@%+:,-]+$/.test(path) && !path.startsWith('-') ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
