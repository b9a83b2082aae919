// Teams of GitHub → roles and traits (resource-specs §3).
import type { Traits } from '../../store/users.ts';
import type { GithubConnector } from './connector.ts';

/** `team` is its slug. */
export type Team = { organization: string; team: string };

type Granted = { roles: string[]; traits: Traits };

/** The sum of the entries of the teams. A user without roles may not sign in. */
export function rolesOfTeams({ spec }: GithubConnector, login: string, teams: readonly Team[]): Granted {
  const teamKeys = new Set(teams.map(keyOf));
  const isMember = (entry: Team) => teamKeys.has(keyOf(entry));
  const old = spec.teams_to_logins.filter(isMember);
  const entries = spec.teams_to_roles.filter(isMember);
  const traits = {
    logins: [login],
    github_teams: unique(teams.map(({ team }) => team)),
    kubernetes_groups: unique(old.flatMap(({ kubernetes_groups }) => kubernetes_groups)),
    kubernetes_users: unique(old.flatMap(({ kubernetes_users }) => kubernetes_users)),
  };
  return {
    roles: unique([...old.flatMap(({ logins }) => logins), ...entries.flatMap(({ roles }) => roles)]),
    traits: Object.fromEntries(Object.entries(traits).filter(([, values]) => values.length > 0)),
  };
}

/** Organisations with their teams, as in the audit log. */
export function teamsByOrganization(teams: readonly Team[]): Record<string, string[]> {
  const byOrganization = new Map<string, string[]>();
  for (const { organization, team } of teams) {
    const others = byOrganization.get(organization);
    if (others) others.push(team);
    else byOrganization.set(organization, [team]);
  }
  return Object.fromEntries(byOrganization);
}

const keyOf = ({ organization, team }: Team): string => JSON.stringify([organization, team]);
const unique = (values: readonly string[]): string[] => [...new Set(values)];
