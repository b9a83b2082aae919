import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/plain/Button.tsx';
import { ssoAddress } from '../../api/auth.ts';
import { LOGIN_QUERY_KEY, writeText } from '../../lib/storage.ts';
import type { IconName } from '../../ui/plain/Icon.tsx';
import type { AuthProviderJson } from '../../wire/config.ts';
import styles from './login.module.css';

const ICONS = { github: 'git-branch', oidc: 'key-round', saml: 'shield' } as const satisfies Record<
  AuthProviderJson['type'],
  IconName
>;

type Props = {
  providers: readonly AuthProviderJson[];
  /** The target of the sign-in, as a full address. */
  entry: string;
  /** The preferred method: has the focus, and the primary style if it is the only one. */
  primary: boolean;
};

/** One link per provider, in the order of the cluster. */
export function SsoLogin({ providers: all, entry, primary }: Props) {
  const providers = all.filter(({ url }) => url);
  const list = useRef<HTMLDivElement>(null);
  // The page of a failed sign-in leads back to the same login page.
  useEffect(() => void writeText(sessionStorage, LOGIN_QUERY_KEY, location.search), []);
  useEffect(() => {
    if (primary) list.current?.querySelector('a')?.focus(); // React only supports autoFocus for form controls
  }, [primary]);
  return (
    <div ref={list} className={styles.choices}>
      {providers.map((provider) => (
        <ButtonLink
          key={`${provider.type}/${provider.name}`}
          kind={primary && providers.length === 1 ? 'primary' : 'plain'}
          size="big"
          wide
          icon={ICONS[provider.type]}
          href={ssoAddress(provider, entry)}
        >
          <span>
            Continue with <bdi>{provider.displayName || provider.name}</bdi>
          </span>
        </ButtonLink>
      ))}
    </div>
  );
}
