import {
  ACL_KINDS,
  ACL_VERBS,
  EXTRA_ACL_KINDS,
  type AclAccess,
  type UserAclJson,
  type UserContextJson,
} from '../wire/userContext.ts';
import type { CombinedOptions } from './options.ts';

/** Features of the installation. The flags of a missing feature are off, independent of the roles. */
export type Features = { assist: boolean; plugins: boolean; cloud: boolean; desktopRecording: boolean };

const NONE: AclAccess = { list: false, read: false, edit: false, create: false, remove: false, use: false };

/**
 * The `userAcl` of the user context (http-auth §6.2): whether any resource of the kind could pass, ignoring conditions.
 */
export function toAcl(
  couldBeAllowed: CouldBeAllowed,
  options: CombinedOptions,
  { assist, plugins, cloud, desktopRecording }: Features,
): UserAclJson {
  const off = new Set<string>([
    ...(assist ? [] : ['assist']),
    ...(plugins ? [] : ['plugins']),
    ...(cloud ? [] : ['billing']),
  ]);
  const flags = Object.entries(ACL_KINDS).map(
    ([key, kind]) => [key, off.has(key) ? NONE : accessTo(kind, couldBeAllowed)] as const,
  );
  return {
    ...Object.fromEntries<AclAccess>(flags),
    clipboard: options.desktopClipboard,
    desktopSessionRecording: desktopRecording && options.recordDesktop,
    directorySharing: options.desktopDirectorySharing,
  };
}

/** The same for the kinds that the reference's context leaves out. */
export const extraAcl = (couldBeAllowed: CouldBeAllowed): NonNullable<UserContextJson['posternAcl']> => ({
  apps: accessTo(EXTRA_ACL_KINDS.apps, couldBeAllowed),
  kubeClusters: accessTo(EXTRA_ACL_KINDS.kubeClusters, couldBeAllowed),
  userGroups: accessTo(EXTRA_ACL_KINDS.userGroups, couldBeAllowed),
});

type CouldBeAllowed = (kind: string, verb: string) => boolean;

function accessTo(kind: string, couldBeAllowed: CouldBeAllowed): AclAccess {
  const may = (verb: keyof AclAccess) => couldBeAllowed(kind, ACL_VERBS[verb]);
  return {
    list: may('list'),
    read: may('read'),
    edit: may('edit'),
    create: may('create'),
    remove: may('remove'),
    use: may('use'),
  };
}
