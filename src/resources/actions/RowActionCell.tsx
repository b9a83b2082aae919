import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuFieldProps } from '../../ui/MenuField.tsx';
import { Button, ButtonLink } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { Ring } from '../../ui/plain/Waiting.tsx';
import { tip } from '../../ui/plain/tip.ts';
import type { ActionContext, Menu } from '../../descriptors/model/actionModel.ts';
import { linkItems, alsoItems, type PageNavigation } from './menuItems.ts';
import type { RowChoice } from './rowChoices.ts';
import styles from './RowActionCell.module.css';

const MENU_WIDTH_PX = 240;
/** Width of a menu whose entries have explanations. */
const WIDE_MENU_PX = 312;

/** An action that is running on a row, or has failed. */
export type PendingRowAction = { kind: 'busy'; word: string } | { kind: 'failed'; why: string; again: () => void };

/** Lets the user type a target that is not in the list. */
const freeField = ({ free, target }: Menu, context: ActionContext & PageNavigation): MenuFieldProps | undefined =>
  free && {
    label: free.label,
    check: (text) => (free.to(text) === undefined ? 'The link does not work' : undefined),
    onEnter: (text) => {
      const to = free.to(text);
      if (to === undefined) return;
      if (target === 'newTab') context.openTab(to);
      else context.go(to);
    },
  };

type Props = {
  /** The row's main action. */
  choice: RowChoice | undefined;
  /** The name of the row. */
  name: string;
  context: ActionContext & PageNavigation;
  run: (choice: RowChoice) => void;
  pending: PendingRowAction | undefined;
};

/**
 * The main action of a row, as a button at its end. If it is not possible and a word explains why, the word is shown
 * instead.
 */
export function RowActionCell({ choice, name, context, run, pending }: Props) {
  if (pending?.kind === 'busy')
    return (
      <span className={styles.busy} role="status">
        <Ring size={12} />
        {pending.word}
      </span>
    );
  if (pending)
    return (
      <span className={styles.failed} role="alert">
        <Icon name="circle-x" size={14} />
        <span className="cut" title={pending.why}>
          {pending.why}
        </span>
        <Button size="inline" tabIndex={-1} onClick={pending.again}>
          Try again
        </Button>
      </span>
    );
  if (!choice) return null;
  const { label, off, mark } = choice;
  if (mark !== undefined && off !== undefined)
    return (
      <span className={styles.mark} {...tip(off)}>
        {mark}
      </span>
    );
  const look = { kind: 'quiet', size: 'inline', tabIndex: -1, off, 'aria-label': `${label} ${name}` } as const;
  if (choice.kind === 'run' && choice.to !== undefined && off === undefined)
    return (
      <ButtonLink
        kind="quiet"
        size="inline"
        tabIndex={-1}
        aria-label={`${label} ${name}`}
        href={context.href(choice.to)}
        target="_blank"
        rel="noopener"
      >
        {label}
      </ButtonLink>
    );
  if (choice.kind === 'run')
    return (
      <Button
        {...look}
        onClick={(event) => {
          event.stopPropagation();
          run(choice);
        }}
      >
        {label}
      </Button>
    );
  const menu = choice.menu();
  const field = freeField(menu, context);
  return (
    <MenuButton
      {...look}
      label={`${label} ${name}`}
      items={() => {
        const menu = choice.menu();
        return [...linkItems(menu, context), ...alsoItems(menu)];
      }}
      foot={menu.foot}
      width={menu.entries.some(({ text }) => text !== undefined) ? WIDE_MENU_PX : MENU_WIDTH_PX}
      align="right"
      {...(field && { field })}
    >
      {label}
    </MenuButton>
  );
}
