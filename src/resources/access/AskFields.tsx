import { useState } from 'react';
import { FIELD_LABELS, FIELDS_OF_KIND, type UsedField } from '../../access/explain/names.ts';
import { RULE_KINDS } from '../../api/can.ts';
import { ACL_VERBS } from '../../wire/userContext.ts';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Person } from '../../ui/Person.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { iconNamed } from '../iconNamed.ts';
import styles from './Access.module.css';
import { withName, type AccessCheck } from './accessAddress.ts';
import { PickField } from './PickField.tsx';
import { useUserNames, type ReadState } from './subjects.ts';
import { reachableOf, useFoundTargets } from './useTarget.ts';
import { reachables } from './useTargets.ts';

const SHOWN = 30;

type Props = {
  ask: AccessCheck;
  clusterId: string;
  /** The name of the resource; its id until the name is known. */
  title: string;
  fields: readonly UsedField[];
  /** Names that roles mention, by their position in the query. */
  names: readonly (readonly string[])[];
  onAsk: (ask: AccessCheck) => void;
};

const headOnly = (label: string): readonly MenuItem[] => [{ kind: 'head', label }];

function listItems<T extends { id: string; title: string }>(
  seen: ReadState<readonly T[]>,
  typed: string,
  words: { reading: string; none: string; chosen: string },
  pick: (id: string) => void,
): readonly MenuItem[] {
  if (seen.state === 'reading') return headOnly(words.reading);
  if (seen.state === 'unread') return headOnly(seen.why);
  const needle = typed.trim().toLowerCase();
  const found = seen.value.filter(({ id, title }) => `${title} ${id}`.toLowerCase().includes(needle));
  const items = found.slice(0, SHOWN).map(({ id, title }): MenuItem => ({
    kind: 'item',
    id,
    label: title,
    ...(id === words.chosen && { chosen: true }),
    run: () => pick(id),
  }));
  if (items.length === 0) return headOnly(words.none);
  return found.length > SHOWN ? [...items, ...headOnly('Type to find more')] : items;
}

/** The query as three or four fields: who, what, as whom. */
export function AskFields({ ask, clusterId, title, fields, names, onAsk }: Props) {
  const shownFields = ask.kind === 'rule' ? ['verb'] : fields;
  return (
    <div className={cx(styles.ask, shownFields.length > 1 && styles.four)}>
      <UserField ask={ask} onAsk={onAsk} />
      <ResourceField ask={ask} clusterId={clusterId} title={title} onAsk={onAsk} />
      {shownFields.map((field, i) => (
        <NameField key={field} index={i} ask={ask} names={names[i] ?? []} onAsk={onAsk} />
      ))}
    </div>
  );
}

function UserField({ ask, onAsk }: Pick<Props, 'ask' | 'onAsk'>) {
  const [isWanted, setWanted] = useState(false);
  const users = useUserNames(isWanted);
  const seen: ReadState<readonly { id: string; title: string }[]> =
    users.state === 'read' ? { state: 'read', value: users.value.map((id) => ({ id, title: id })) } : users;
  return (
    <PickField
      label="User"
      value={ask.user}
      mark={<Person name={ask.user} bare />}
      placeholder="Choose a user"
      find="Find a user"
      onFind={() => setWanted(true)}
      items={(typed) =>
        listItems(seen, typed, { reading: 'Loading users', none: 'No users match', chosen: ask.user }, (user) =>
          onAsk({ ...ask, user }),
        )
      }
    />
  );
}

const KINDS = [...new Set(Object.values(RULE_KINDS))].sort();
const RULE_VERBS: readonly string[] = [...new Set<string>(Object.values(ACL_VERBS))];

function ResourceField({ ask, clusterId, title, onAsk }: Pick<Props, 'ask' | 'clusterId' | 'title' | 'onAsk'>) {
  const { kind } = ask;
  const [typed, setTyped] = useState<string>();
  const found = useFoundTargets(kind, typed, clusterId);
  const resource = kind === 'rule' ? undefined : reachableOf(kind);
  const icon = iconNamed(resource?.icon ?? 'shield');
  const rules: ReadState<readonly { id: string; title: string }[]> = {
    state: 'read',
    value: KINDS.map((id) => ({ id, title: id })),
  };
  const otherKinds = [
    ...reachables.map((item) => ({ to: item.access.kind, label: item.label[1], icon: iconNamed(item.icon) })),
    { to: 'rule' as const, label: 'Platform permissions', icon: iconNamed('shield') },
  ].filter(({ to }) => to !== kind);
  return (
    <PickField
      label={resource?.label[0] ?? 'Permission on'}
      value={title}
      mark={icon && <Icon name={icon} />}
      placeholder={resource ? `Choose one` : 'Choose a kind'}
      find="Find by name"
      onFind={setTyped}
      items={(text) => [
        ...listItems(
          resource ? found : rules,
          // The server matches more than the name.
          resource ? '' : text,
          { reading: 'Searching', none: 'No matches', chosen: ask.id },
          (id) => onAsk({ ...ask, id }),
        ),
        { kind: 'line' },
        { kind: 'head', label: 'Other kinds' },
        ...otherKinds.map(({ to, label, icon: mark }): MenuItem => ({
          kind: 'item',
          id: `kind ${to}`,
          label,
          ...(mark && { icon: mark }),
          run: () => onAsk({ ...ask, kind: to, id: '', as: [] }),
        })),
      ]}
    />
  );
}

function NameField({
  index,
  ask,
  names,
  onAsk,
}: { index: number } & Pick<Props, 'ask' | 'onAsk'> & { names: readonly string[] }) {
  const field = ask.kind === 'rule' ? undefined : FIELDS_OF_KIND[ask.kind][index];
  const value = ask.as[index] ?? '';
  const pick = (name: string) => onAsk(withName(ask, index, name));
  const offered = field ? names : RULE_VERBS;
  const items = (typed: string): readonly MenuItem[] => [
    ...(field && value !== ''
      ? [{ kind: 'item', id: 'any', label: 'Any, or none', run: () => pick('') } as const]
      : []),
    ...offered
      .filter((name) => name.includes(typed.trim()))
      .map((name): MenuItem => ({
        kind: 'item',
        id: `name ${name}`,
        label: name,
        mono: true,
        ...(name === value && { chosen: true }),
        run: () => pick(name),
      })),
  ];
  return (
    <PickField
      label={field ? FIELD_LABELS[field].label : 'Verb'}
      value={value}
      mono
      placeholder={field ? 'Any' : 'Choose'}
      find={field ? `Other ${FIELD_LABELS[field].noun}` : 'Find a verb'}
      items={items}
      onEnter={(typed) => pick(typed.trim())}
    />
  );
}
