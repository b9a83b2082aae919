import type { SettingStore } from '../../store/settings.ts';
import { AppTokens } from './appTokens.ts';
import { OidcKeys } from './OidcKeys.ts';
import { openSshAuthority, type SshAuthority, type SshAuthorityKind } from './sshAuthority.ts';
import { openTlsAuthority, type TlsAuthority, type TlsAuthorityKind } from './tlsAuthority.ts';

type Parts = { settings: SettingStore; now: () => number; clusterName: () => string };

/**
 * The gateway's own authorities, each with a key of its own that is made at the first use. They are separate because
 * each is trusted by somebody else: what a database is told to trust must not vouch for people.
 */
export class Authorities {
  /** What applications are told about their users by. */
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

  /** Anyone may ask for an export, so calls at the same time share one opening. A failed one is tried again. */
  tls(kind: TlsAuthorityKind): Promise<TlsAuthority> {
    const { settings, clusterName, now } = this.#parts;
    const known = this.#tls.get(kind);
    if (known) return known;
    const opening = openTlsAuthority(settings, kind, clusterName(), now());
    this.#tls.set(kind, opening);
    opening.catch(() => this.#tls.delete(kind));
    return opening;
  }
}
