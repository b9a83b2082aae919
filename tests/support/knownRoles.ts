import { presetRoles } from '../../src/access/presets.ts';
import type { ReviewContext } from '../../src/access/review/roleGrants.ts';
import { toRole } from '../../src/access/role.ts';
import { textOf, type Sentence } from '../../src/lib/sentence.ts';

const harmless = (name: string): unknown => ({ version: 'v6', metadata: { name } });

/** A cluster with the preset roles and two that allow nothing. */
export const KNOWN_ROLES: ReviewContext['roles'] = new Map(
  [...presetRoles().map(({ document }) => document), harmless('guest'), harmless('staff')].map((document) => {
    const role = toRole(document);
    return [role.metadata.name, role] as const;
  }),
);

/** Sentences as lines: `! ` precedes a flagged one, ` | ` its second line. */
export const sentenceLines = (sentences: readonly Sentence[] = []): string[] =>
  sentences.map(
    (one) => `${one.flagged ? '! ' : ''}${textOf(one)}${one.detail === undefined ? '' : ` | ${textOf(one.detail)}`}`,
  );
