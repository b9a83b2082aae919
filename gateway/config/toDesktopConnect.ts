import type { FileConfig, FileInventoryItem } from './fileConfig.ts';
import { missingFile } from './files.ts';
import type { Connect } from './settings.ts';
import type { ToSource } from './textSource.ts';
import { toThrough } from './toServiceConnect.ts';

type FileConnect = NonNullable<FileInventoryItem['connect']>;

/** The default is VNC without a password. */
export function toDesktopConnect({ rdp, vnc = {}, ...file }: FileConnect, source: ToSource): Connect {
  if (rdp) {
    const { user, password_file, domain, fingerprint } = rdp;
    return {
      via: 'rdp',
      user,
      password: source(password_file),
      ...(domain !== undefined && { domain }),
      ...(fingerprint !== undefined && { fingerprint: fingerprint.replaceAll(':', '').toLowerCase() }),
      ...toThrough(file),
    };
  }
  const { password_file, user, tls_authority_file } = vnc;
  return {
    via: 'vnc',
    ...(password_file !== undefined && { password: source(password_file) }),
    ...(user !== undefined && { user }),
    ...(tls_authority_file !== undefined && { tlsAuthority: source(tls_authority_file) }),
    ...toThrough(file),
  };
}

/** Warnings about missing files of desktops, as for SSH files. */
export const missingDesktopFiles = ({ inventory = [] }: FileConfig, directory: string): string[] =>
  inventory.flatMap(({ connect: { vnc, rdp } = {} }, i) =>
    [
      [['vnc', 'password_file'], vnc?.password_file] as const,
      [['vnc', 'tls_authority_file'], vnc?.tls_authority_file] as const,
      [['rdp', 'password_file'], rdp?.password_file] as const,
    ].flatMap(([key, name]) => missingFile(['inventory', i, 'connect', ...key], name, directory)),
  );
