import type { SettingStore } from '../../store/settings.ts';
import { AppTokens } from './appTokens.ts';
import { OidcKeys } from './OidcKeys.ts';
import { openSshAuthority, type SshAuthority, type SshAuthorityKind } from './sshAuthority.ts';
import { openTlsAuthority, type TlsAuthority, type TlsAuthorityKind } from './tlsAuthority.ts';

type Parts = { settings: SettingStore; now: () => number; clusterName: () => string };

/**
 * The gateway's own authorities. Each has its own key, which is generated at its first use. They are separate because
 * different systems trust them: an authority that databases trust must not certify users.
 */
export class Authorities {
  /** Signs the tokens that identify users to applications. */
  readonly appTokens: AppTokens;
  /** Keys of the gateway as an OpenID Connect provider of cloud accounts. */
  readonly oidcKeys: OidcKeys;
  #parts: Parts;
  #ssh = new Map<SshAuthorityKind, SshAuthority>();
  #tls = new Map<TlsAuthorityKind, Promise<TlsAuthority>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.appTokens = new AppTokens(parts.settings);
    this.oidcKeys = new OidcKeys(parts.settings);
  }

  get clusterName(): string {
    return this.#parts.clusterName();
  }

  ssh(kind: SshAuthorityKind): SshAuthority {
    const authority = this.#ssh.get(kind) ?? openSshAuthority(this.#parts.settings, kind);
    this.#ssh.set(kind, authority);
    return authority;
  }

  /** Calls do not need a sign-in, so parallel calls share one opening. A failed one is retried at the next call. */
  tls(kind: TlsAuthorityKind): Promise<TlsAuthority> {
    const { settings, clusterName, now } = this.#parts;
    const cached = this.#tls.get(kind);
    if (cached) return cached;
    const opening = openTlsAuthority(settings, kind, clusterName(), now());
    this.#tls.set(kind, opening);
    opening.catch(() => this.#tls.delete(kind));
    return opening;
  }
}
