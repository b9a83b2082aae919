import { mayOf, verdictOf, type Restricted } from '../../descriptors/restrict.ts';
import { iconNamed } from '../../resources/iconNamed.ts';
import { singularName } from '../../resources/resourceMessages.ts';
import type { Acl } from '../../api/can.ts';
import type { IconName } from '../../ui/plain/Icon.tsx';
import { chooseTheme } from '../../ui/theme.ts';
import { openAssist } from '../assist/panelState.ts';
import { THEMES } from '../frame/themes.ts';
import { assistPath } from '../paths.ts';
import type { Searched } from './rowEntries.ts';

/** An action that is available on every page. `also`: other search words for it. */
export type Command = {
  label: string;
  also: string;
  icon: IconName | undefined;
  off: string | undefined;
} & ({ to: string } | { run: () => void });

const canCreate = ({ wire, form, yaml, creates }: Restricted): boolean =>
  wire.create !== undefined && (form ?? yaml ?? creates) !== undefined;

/** The actions that create rows, one per kind. `wire` has no calls that the roles deny. */
function createCommands({ resource, name }: Searched, acl: Acl): readonly Command[] {
  if (!canCreate(resource)) return [];
  const to = `/${name}/new`;
  const types = resource.yaml?.types ?? [];
  if (types.length < 2) {
    const label = resource.creates?.label ?? `Create ${singularName(resource)}`;
    return [
      { label, also: `new create add ${singularName(resource)}`, icon: iconNamed(resource.icon), off: undefined, to },
    ];
  }
  return types.map((type) => {
    const may = mayOf(resource, acl, type).create;
    const label = `${singularName(resource)}: ${type.label}`;
    return {
      label: `Create ${label}`,
      also: `new add ${label}`,
      icon: iconNamed(type.icon ?? resource.icon),
      off: may.ok ? undefined : may.why,
      to: `${to}?kind=${encodeURIComponent(type.kind)}`,
    };
  });
}

const ENROLL: Readonly<Record<string, string>> = {
  server: 'Enroll a server',
  application: 'Enroll an application',
  kubernetes: 'Enroll a Kubernetes cluster',
  database: 'Enroll a database',
  desktop: 'Enroll a desktop',
};

/** The flows that enroll resources of this list. */
function enrollCommands({ resource }: Searched, acl: Acl): readonly Command[] {
  const { adds } = resource.list;
  const label = adds && ENROLL[adds.entity];
  if (!label) return [];
  const verdict = verdictOf(acl, adds.needs);
  const off = verdict.ok ? undefined : verdict.why;
  return [
    {
      label,
      also: `new add join discover ${singularName(resource)}`,
      icon: iconNamed(resource.icon),
      off,
      to: `/discover?resource=${adds.entity}`,
    },
  ];
}

const assistCommands: readonly Command[] = [
  { label: 'Open Assist', also: 'ask question panel', icon: 'sparkles', off: undefined, run: openAssist },
  {
    label: 'New conversation',
    also: 'ask assist question',
    icon: 'sparkles',
    off: undefined,
    to: assistPath(),
  },
];

/** Every action that needs neither a row nor a specific page. */
export const globalCommands = (
  searched: readonly Searched[],
  { acl, signOut, assists }: { acl: Acl; signOut: () => void; assists: boolean },
): readonly Command[] => [
  ...searched.flatMap((resource) => createCommands(resource, acl)),
  ...searched.flatMap((resource) => enrollCommands(resource, acl)),
  ...(assists ? assistCommands : []),
  ...THEMES.map(([choice, label]): Command => ({
    label: `Theme: ${label.toLowerCase()}`,
    also: `${choice} mode`,
    icon: 'command',
    off: undefined,
    run: () => chooseTheme(choice),
  })),
  { label: 'Sign out', also: 'log out leave', icon: 'log-out', off: undefined, run: signOut },
];
