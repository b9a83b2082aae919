// What a test asks for, from the row of a list.
import type { TestTarget } from '../../api/diagnostics.ts';
import type { RowDialogProps } from '../../resources/dialogs/HandOverDialog.tsx';
import { PROTOCOLS_WITHOUT_NAMES, type TestedKind } from '../../wire/diagnostics.ts';

/** `options` are what the roles allow: offered, and any other can be typed. */
type Choice = {
  id: 'login' | 'user' | 'database' | 'namespace';
  label: string;
  options: readonly string[];
  help?: string;
};

/** What can be tested, and the choices that it takes. Also for a resource that has just been added. */
export type Tested = {
  kind: TestedKind;
  name: string;
  choices: readonly Choice[];
  /** Of Kubernetes clusters. */
  groups?: readonly string[];
  /** From the chosen values. */
  toTarget: (chosen: Readonly<Record<string, string>>, groups: readonly string[]) => TestTarget;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** `kind` of the row tells what it is (http-resources §13.1). */
export function toTested(row: RowDialogProps['row']): Tested {
  const { kind } = row;
  switch (kind) {
    case 'node': {
      const name = text(row['hostname']) || row.id;
      return {
        kind,
        name,
        choices: [{ id: 'login', label: 'Login', options: texts(row['logins']) }],
        toTarget: ({ login = '' }) => ({ kind, name, login }),
      };
    }
    case 'db': {
      const [name, protocol] = [text(row['name']), text(row['protocol'])];
      const hasName = !PROTOCOLS_WITHOUT_NAMES.includes(protocol);
      return {
        kind,
        name,
        choices: [
          { id: 'user', label: 'Database user', options: texts(row['users']) },
          ...(hasName ? [{ id: 'database', label: 'Database name', options: texts(row['names']) } as const] : []),
        ],
        toTarget: ({ user = '', database = '' }) => ({ kind, name, protocol, user, database }),
      };
    }
    case 'kube_cluster': {
      const name = text(row['name']);
      return {
        kind,
        name,
        choices: [
          { id: 'namespace', label: 'Namespace', options: ['default'], help: 'Where pods are listed' },
          { id: 'user', label: 'Kubernetes user', options: texts(row['users']) },
        ],
        groups: texts(row['groups']),
        toTarget: ({ namespace = '', user = '' }, groups) => ({
          kind,
          name,
          namespace: namespace || 'default',
          user,
          groups,
        }),
      };
    }
    case 'app': {
      const name = text(row['name']);
      return { kind, name, choices: [], toTarget: () => ({ kind, name }) };
    }
    case 'windows_desktop': {
      const name = text(row['name']);
      return {
        kind,
        name,
        choices: [{ id: 'login', label: 'Login', options: texts(row['logins']) }],
        toTarget: ({ login = '' }) => ({ kind, name, login }),
      };
    }
    default:
      throw new Error(`connections to ${String(kind)} cannot be tested`);
  }
}

/** The fields that must have a value: without a Kubernetes user the roles decide. */
export const missingChoice = (
  { kind, choices }: Tested,
  chosen: Readonly<Record<string, string>>,
): string | undefined => (kind === 'kube_cluster' ? undefined : choices.find(({ id }) => !chosen[id])?.label);
