import { printYaml } from '../../src/wire/yaml.ts';
import type { WrittenRole } from '../store/roles.ts';
import type { NewUser } from '../store/users.ts';
import { numberOf, pick } from './pick.ts';

const FIRST = ['ada', 'bela', 'chen', 'dina', 'emeka', 'farah', 'goran', 'hana', 'ivo', 'jun', 'kofi', 'lena'] as const;
const LAST = ['abebe', 'berg', 'costa', 'dang', 'eriksen', 'fischer', 'garcia', 'haddad', 'ito', 'jansen'] as const;
const TEAMS = ['core', 'web', 'data', 'ml', 'infra'] as const;
const ENVS = ['prod', 'staging', 'qa', 'dev'] as const;
const LOGINS = [['root'], ['ubuntu'], ['debian', 'deploy'], ['{{internal.logins}}']] as const;

/** User names contain a number, so that they are unique. Users have no password: an invitation sets one. */
export function seededUser(n: number, roles: number): NewUser {
  const name = `${pick('first', n, FIRST)}.${pick('last', n, LAST)}.${n}`;
  const roleNames = roles > 0 ? [seededRoleName(numberOf('role', n, roles))] : [];
  return {
    name,
    roles: ['access', ...roleNames],
    traits: { logins: [name.replaceAll('.', '-')] },
    createdBy: 'seed',
    createdMs: 0,
  };
}

const seededRoleName = (n: number): string => `${pick('team', n, TEAMS)}-${pick('env', n, ENVS)}-${n}`;

export function seededRole(n: number): WrittenRole {
  const name = seededRoleName(n);
  const document = {
    kind: 'role',
    version: 'v6',
    metadata: { name, description: `Servers of a team in one environment, number ${n}` },
    spec: {
      allow: {
        logins: [...pick('logins', n, LOGINS)],
        node_labels: { team: pick('team', n, TEAMS), env: pick('env', n, ENVS) },
        rules: [{ resources: ['session'], verbs: ['list', 'read'] }],
      },
      options: { max_session_ttl: `${4 + numberOf('ttl', n, 20)}h0m0s` },
    },
  };
  return { name, content: printYaml(document), document };
}
