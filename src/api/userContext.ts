import { call } from './client.ts';
import type { Acl } from './can.ts';
import { toCluster, type Cluster } from './clusters.ts';
import { config } from './config.ts';
import { ApiError } from './errors.ts';
import { apiUrl } from './urls.ts';
import { ValueStore } from '../lib/valueStore.ts';
import type { UserContextJson } from '../wire/userContext.ts';

export type UserContext = {
  username: string;
  authType: 'local' | 'sso';
  acl: Acl;
  clipboardSharingEnabled: boolean;
  desktopSessionRecordingEnabled: boolean;
  directorySharingEnabled: boolean;
  cluster: Cluster;
  accessStrategy: { type: 'optional' | 'always' | 'reason'; prompt: string };
  requestableRoles: readonly string[];
  suggestedReviewers: readonly string[];
  accessRequestId: string | undefined;
  /** False for a local user with only passkeys. A cluster does not send it. */
  hasPassword: boolean;
};

const EVERYTHING = { list: true, read: true, edit: true, create: true, remove: true, use: true };
/** For a server that does not send these kinds: its responses decide. */
const UNTOLD = { apps: EVERYTHING, kubeClusters: EVERYTHING, userGroups: EVERYTHING };

/** Defaults of http-auth §6.2: no access, the three desktop switches on, requests optional. */
export function toUserContext(json: unknown): UserContext {
  const got = json as Partial<UserContextJson> | null;
  if (typeof got?.userName !== 'string') throw new ApiError('The user context names no user', 200);
  const { clipboard, desktopSessionRecording, directorySharing, ...acl } = got.userAcl ?? {};
  return {
    username: got.userName,
    authType: got.authType ?? 'local',
    acl: { ...acl, ...(got.posternAcl ?? UNTOLD) },
    clipboardSharingEnabled: clipboard ?? true,
    desktopSessionRecordingEnabled: desktopSessionRecording ?? true,
    directorySharingEnabled: directorySharing ?? true,
    cluster: toCluster(got.cluster ?? {}),
    accessStrategy: got.accessStrategy ?? { type: 'optional', prompt: '' },
    requestableRoles: got.accessCapabilities?.requestableRoles ?? [],
    suggestedReviewers: got.accessCapabilities?.suggestedReviewers ?? [],
    accessRequestId: got.accessRequestId,
    hasPassword: got.hasPassword ?? true,
  };
}

const loadedContext = new ValueStore<UserContext | undefined>(undefined);
let loading: Promise<UserContext> | undefined;

/** Requests overlap after writes. A response counts unless a later request has already been answered. */
let lastQuestion = 0;
let lastAnswered = 0;

const readContext = async (): Promise<UserContext> =>
  toUserContext(await call(apiUrl('sites/:clusterId/context', { clusterId: config.proxyCluster })));

async function fetchUserContext(): Promise<UserContext> {
  const question = ++lastQuestion;
  const read = await readContext();
  if (question < lastAnswered) return userContext();
  lastAnswered = question;
  const before = loadedContext.get();
  // Keeps the same object if nothing has changed, so that a response alone does not cause a redraw.
  if (!before || !isSameUser(before, read)) loadedContext.set(read);
  return userContext();
}

/**
 * Whether a user other than `name` is signed in now. False without a response. Does not change the page's user context.
 */
export const isOtherUser = (name: string): Promise<boolean> =>
  readContext().then(
    ({ username }) => username !== name,
    () => false,
  );

const isSameUser = (a: UserContext, b: UserContext): boolean =>
  JSON.stringify({ ...a, cluster: undefined }) === JSON.stringify({ ...b, cluster: undefined });

/** Loads the context once per page for all callers. After a failure, the next call tries again. */
export function loadUserContext(): Promise<UserContext> {
  loading ??= fetchUserContext().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Loads the context again after a possible change of permissions. A failure keeps the known one. */
export async function refreshUserContext(): Promise<void> {
  const user = await fetchUserContext().catch(() => undefined);
  if (user) loading = Promise.resolve(user);
}

/** For content that can be shown before the context is loaded. */
export const knownUserContext = (): UserContext | undefined => loadedContext.get();

/** For code inside the frame, which waits for the context before it renders. */
export function userContext(): UserContext {
  const user = loadedContext.get();
  if (!user) throw new Error('The user context is used before it was loaded');
  return user;
}

/** Reports every change of `userContext()`. */
export const subscribeUserContext = loadedContext.subscribe;
