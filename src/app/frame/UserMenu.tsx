import { useNavigate } from 'react-router-dom';
import { Menu, useMenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Person } from '../../ui/Person.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { themeChoice } from '../../ui/theme.ts';
import { useStore } from '../../ui/useStore.ts';
import { paths } from '../paths.ts';
import { useConsole } from '../useConsole.ts';
import { themeItems } from './themes.ts';
import styles from './TopBar.module.css';

/** The signed-in user, their pages, and the sign-out. */
export function UserMenu({ isPhone }: { isPhone?: boolean }) {
  const { user, keeper } = useConsole();
  const theme = useStore(themeChoice);
  const navigate = useNavigate();
  const { anchor, close, button } = useMenuButton();
  const items = (): MenuItem[] => [
    {
      kind: 'head',
      label: user.authType === 'sso' ? `${user.username}, single sign-on` : `${user.username}, local user`,
    },
    { kind: 'item', id: 'account', label: 'Account settings', icon: 'user', run: () => void navigate(paths.account()) },
    { kind: 'item', id: 'support', label: 'Help and support', icon: 'info', run: () => void navigate(paths.support()) },
    ...themeItems(theme),
    { kind: 'item', id: 'signOut', label: 'Sign out', icon: 'log-out', run: () => void keeper.signOut() },
  ];
  return (
    <>
      <button className={styles.user} aria-label={`${user.username}, user menu`} {...button}>
        <Person name={user.username} self bare={isPhone === true} />
        {!isPhone && <Icon name="chevron-down" size={14} />}
      </button>
      {anchor && <Menu anchor={anchor} align="right" label="User" width={220} items={items()} onClose={close} />}
    </>
  );
}
