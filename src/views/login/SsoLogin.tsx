import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/plain/Button.tsx';
import { ssoAddress } from '../../api/auth.ts';
import type { IconName } from '../../ui/plain/Icon.tsx';
import type { AuthProviderJson } from '../../wire/config.ts';
import styles from './login.module.css';

const ICONS = { github: 'git-branch', oidc: 'key-round', saml: 'shield' } as const satisfies Record<
  AuthProviderJson['type'],
  IconName
>;

type Props = {
  providers: readonly AuthProviderJson[];
  /** Where the sign-in leads, as a full address. */
  entry: string;
  /** The preferred way in: has the focus, and is filled where there is no choice. */
  primary: boolean;
};

/** One link per provider, in the order of the cluster. */
export function SsoLogin({ providers, entry, primary }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (primary) list.current?.querySelector('a')?.focus(); // React knows autoFocus for form controls alone
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
