// The inputs of a test, from the row of a list.
import type { TestTarget } from '../../api/diagnostics.ts';
import type { RowDialogProps } from '../../resources/dialogs/HandOverDialog.tsx';
import { textAt, textsAt } from '../../lib/json.ts';
import { PROTOCOLS_WITHOUT_NAMES, type TestedKind } from '../../wire/diagnostics.ts';

/** `options` are the values that the roles allow. They are suggestions, and other values can be typed. */
type Choice = {
  id: 'login' | 'user' | 'database' | 'namespace';
  label: string;
  options: readonly string[];
  help?: string;
};

/** A testable resource and its choices. Also for a resource that was just added. */
export type Tested = {
  kind: TestedKind;
  name: string;
  choices: readonly Choice[];
  /** Only for Kubernetes clusters. */
  groups?: readonly string[];
  /** Builds the target from the chosen values. */
  toTarget: (chosen: Readonly<Record<string, string>>, groups: readonly string[]) => TestTarget;
};

/** `kind` of the row is the kind of resource (http-resources §13.1). */
export function toTested(row: RowDialogProps['row']): Tested {
  const { kind } = row;
  const name = textAt(row, 'name');
  const login = { id: 'login', label: 'Login', options: textsAt(row, 'logins') } as const;
  switch (kind) {
    case 'node': {
      const hostname = textAt(row, 'hostname') || row.id;
      return {
        kind,
        name: hostname,
        choices: [login],
        toTarget: (chosen) => ({ kind, name: hostname, login: chosen['login'] ?? '' }),
      };
    }
    case 'db': {
      const protocol = textAt(row, 'protocol');
      const hasName = !PROTOCOLS_WITHOUT_NAMES.includes(protocol);
      return {
        kind,
        name,
        choices: [
          { id: 'user', label: 'Database user', options: textsAt(row, 'users') },
          ...(hasName ? [{ id: 'database', label: 'Database name', options: textsAt(row, 'names') } as const] : []),
        ],
        toTarget: ({ user = '', database = '' }) => ({ kind, name, protocol, user, database }),
      };
    }
    case 'kube_cluster':
      return {
        kind,
        name,
        choices: [
          { id: 'namespace', label: 'Namespace', options: ['default'], help: 'Where pods are listed' },
          { id: 'user', label: 'Kubernetes user', options: textsAt(row, 'users') },
        ],
        groups: textsAt(row, 'groups'),
        toTarget: ({ namespace, user = '' }, groups) => ({
          kind,
          name,
          namespace: namespace || 'default',
          user,
          groups,
        }),
      };
    case 'app':
      return { kind, name, choices: [], toTarget: () => ({ kind, name }) };
    case 'windows_desktop':
      return { kind, name, choices: [login], toTarget: (chosen) => ({ kind, name, login: chosen['login'] ?? '' }) };
    default:
      throw new Error(`connections to ${String(kind)} cannot be tested`);
  }
}

/** The fields that must have a value: without a Kubernetes user the roles decide. */
export const missingChoice = (
  { kind, choices }: Tested,
  chosen: Readonly<Record<string, string>>,
): string | undefined => (kind === 'kube_cluster' ? undefined : choices.find(({ id }) => !chosen[id])?.label);
