import type { QueryClient } from '@tanstack/react-query';
import type { DataProvider } from 'ra-core';
import { ownLosses, roleMoves, type KnownRoles, type Who } from '../../access/review/roleGrants.ts';
import { userContext } from '../../api/userContext.ts';
import type { Sentence } from '../../lib/sentence.ts';
import { readRoles } from '../access/subjects.ts';

type Names = readonly string[];

/** What the signed-in user loses, if the roles are their own. */
export function ownRoleLosses(id: string, before: Names, after: Names, roles: KnownRoles | undefined) {
  if (!roles || id !== userContext().username) return [];
  const rolesOf = (names: Names) => names.flatMap((name) => roles.get(name) ?? []);
  return ownLosses(rolesOf(before), rolesOf(after));
}

/** What users gain and lose with added and removed roles. `id` is the user who has the roles. */
export type RoleReview = (id: string, who: Who, before: Names, after: Names) => readonly Sentence[];

/** Reads the roles of the cluster for a review of users. Never rejects. */
export async function readRoleReview(client: QueryClient, dataProvider: DataProvider): Promise<RoleReview> {
  const roles = await readRoles(client, dataProvider);
  return (id, who, before, after) => [
    ...ownRoleLosses(id, before, after, roles),
    ...roleMoves(who, before, after, roles),
  ];
}
