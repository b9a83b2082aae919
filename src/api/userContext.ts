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
  /** False for a local user with passkeys alone; a cluster does not tell. */
  hasPassword: boolean;
};

const EVERYTHING = { list: true, read: true, edit: true, create: true, remove: true, use: true };
/** Of a server that says nothing about these kinds: its answers decide. */
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

const known = new ValueStore<UserContext | undefined>(undefined);
let loading: Promise<UserContext> | undefined;

/** Questions overlap after writes: an answer counts unless one to a later question is here. */
let asked = 0;
let answered = 0;

const readContext = async (): Promise<UserContext> =>
  toUserContext(await call(apiUrl('sites/:clusterId/context', { clusterId: config.proxyCluster })));

async function fetchUserContext(): Promise<UserContext> {
  const question = ++asked;
  const read = await readContext();
  if (question < answered) return userContext();
  answered = question;
  const before = known.get();
  // The same object while it says the same: nothing is drawn anew for the time of an answer.
  if (!before || !isSameUser(before, read)) known.set(read);
  return userContext();
}

/** Whether a user other than `name` is signed in now; false without an answer. What is known of the page's user stays. */
export const isOtherUser = (name: string): Promise<boolean> =>
  readContext().then(
    ({ username }) => username !== name,
    () => false,
  );

const isSameUser = (a: UserContext, b: UserContext): boolean =>
  JSON.stringify({ ...a, cluster: undefined }) === JSON.stringify({ ...b, cluster: undefined });

/** Asked once per page and shared; a failure is forgotten, so that the next call tries again. */
export function loadUserContext(): Promise<UserContext> {
  loading ??= fetchUserContext().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Asks again, for after something that may have changed what the user may do. A failure leaves what is known. */
export async function refreshUserContext(): Promise<void> {
  const user = await fetchUserContext().catch(() => undefined);
  if (user) loading = Promise.resolve(user);
}

/** For what may be shown before the context is here. */
export const knownUserContext = (): UserContext | undefined => known.get();

/** For what runs below the frame, which waits for the context before it shows anything. */
export function userContext(): UserContext {
  const user = known.get();
  if (!user) throw new Error('The user context is used before it was loaded');
  return user;
}

/** Tells of every change of `userContext()`. */
export const subscribeUserContext = known.subscribe;
