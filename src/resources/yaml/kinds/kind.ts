import type { ReviewContext } from '../../../access/review/roleGrants.ts';
import type { Sentence } from '../../../lib/sentence.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import type { Severity } from '../problems/problem.ts';
import type { MessagePattern } from './errorLocation.ts';

/** Something that a server rejects (`error`) or may reject (`warning`), and its path. */
export type Fault = { severity: Severity; path: YamlPath; message: string };

/** A name in a document, and its path. */
export type LocatedName = { name: string; path: YamlPath };

/**
 * What the console knows about one kind of document beyond its schema. One `*.kind.ts` each, loaded with the editor.
 */
export type EditorKind = {
  /**
   * What the server would reject, apart from invalid YAML, another kind and a missing name. Returns the first fault, or
   * all.
   */
  validate?(document: unknown): Fault | readonly Fault[] | undefined;
  /** Paths that the server fills in if the text leaves them out. They do not count as missing. */
  filledIn?: readonly string[];
  /** The locations of server errors that do not name a path. */
  refusals?: readonly MessagePattern[];
  /** Describes a change in sentences and flags the dangerous ones; `before` is undefined for a new document. */
  review?(before: unknown, after: unknown, context: ReviewContext): readonly Sentence[];
  /**
   * Fields such as `spec.display` that `review` covers. The form describes changes of other fields. Absent: it covers
   * all.
   */
  reviewed?: readonly string[];
  /** The roles that a document names. The console checks that they exist, and reviews what they allow. */
  roleNames?(document: unknown): readonly LocatedName[];
  /** The resource whose rows name documents of this kind. A change affects these users. */
  heldBy?: { resource: string; field: string };
  /** The server stores a new document under a name of its own, and another than its response has (http-resources §11.4). */
  isNamedByServer?: true;
  /** When a change takes effect. */
  takesEffect?: string;
  /** Its labels decide what its holders can access. The review counts and lists what they gain and lose. */
  reach?: true;
};

const modules = import.meta.glob<{ default: EditorKind }>('./*.kind.ts');

/** A kind without a file has only its schema. */
export async function loadKind(name: string): Promise<EditorKind> {
  return (await modules[`./${name}.kind.ts`]?.())?.default ?? {};
}
