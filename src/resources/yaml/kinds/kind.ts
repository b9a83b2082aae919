import type { ReviewContext } from '../../../access/review/roleGrants.ts';
import type { Sentence } from '../../../lib/sentence.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import type { Severity } from '../problems/problem.ts';
import type { MessagePlace } from './errorLocation.ts';

/** Something that a server refuses (`error`) or may refuse (`warning`), and where it stands. */
export type Fault = { severity: Severity; path: YamlPath; message: string };

/** A name in a document, and where it stands. */
export type PlacedName = { name: string; path: YamlPath };

/** What the console knows of one kind of document beyond its schema. One `*.kind.ts` each, loaded with the editor. */
export type EditorKind = {
  /** What the server would refuse besides text that cannot be read, another kind and a missing name: the first, or all. */
  validate?(document: unknown): Fault | readonly Fault[] | undefined;
  /** Places that the server fills in where the text leaves them out: they are not missing. */
  filledIn?: readonly string[];
  /** Where refusals of the server point that do not say so themselves. */
  refusals?: readonly MessagePlace[];
  /** Says in sentences what a change does, the dangerous ones flagged; `before` is undefined for a new document. */
  review?(before: unknown, after: unknown, context: ReviewContext): readonly Sentence[];
  /** Fields such as `spec.display` that `review` covers: its form describes changes of others. Absent: it covers all. */
  reviewed?: readonly string[];
  /** The roles that a document names: each has to exist, and a review looks at what they allow. */
  roleNames?(document: unknown): readonly PlacedName[];
  /** Whose rows name documents of this kind: those people notice a change. */
  heldBy?: { resource: string; field: string };
  /** When a change takes effect. */
  takesEffect?: string;
  /** Labels in it decide what its holders reach: what appears and vanishes is counted and can be looked at. */
  reach?: true;
};

const modules = import.meta.glob<{ default: EditorKind }>('./*.kind.ts');

/** A kind without a file of its own has nothing but its schema. */
export async function loadKind(name: string): Promise<EditorKind> {
  return (await modules[`./${name}.kind.ts`]?.())?.default ?? {};
}
