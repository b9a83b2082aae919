import { call } from './client.ts';
import type { Acl } from './can.ts';
import { toCluster } from './clusters.ts';
import type { Cluster } from './clusters.ts';
import { config } from './config.ts';
import { ApiError } from './errors.ts';
import { apiUrl } from './urls.ts';
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
};

/** Defaults of http-auth §6.2: no access, the three desktop switches on, requests optional. */
export function toUserContext(json: unknown): UserContext {
  const got = json as Partial<UserContextJson> | null;
  if (typeof got?.userName !== 'string') throw new ApiError('The user context names no user', 200);
  const { clipboard, desktopSessionRecording, directorySharing, ...acl } = got.userAcl ?? {};
  return {
    username: got.userName,
    authType: got.authType ?? 'local',
    acl,
    clipboardSharingEnabled: clipboard ?? true,
    desktopSessionRecordingEnabled: desktopSessionRecording ?? true,
    directorySharingEnabled: directorySharing ?? true,
    cluster: toCluster(got.cluster ?? {}),
    accessStrategy: got.accessStrategy ?? { type: 'optional', prompt: '' },
    requestableRoles: got.accessCapabilities?.requestableRoles ?? [],
    suggestedReviewers: got.accessCapabilities?.suggestedReviewers ?? [],
    accessRequestId: got.accessRequestId,
  };
}

let loading: Promise<UserContext> | undefined;
let loaded: UserContext | undefined;

/** Asked once per page and shared; a failure is forgotten, so that the next call tries again. */
export function loadUserContext(): Promise<UserContext> {
  loading ??= call(apiUrl('sites/:clusterId/context', { clusterId: config.proxyCluster }))
    .then((json) => (loaded = toUserContext(json)))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** For what runs below the frame, which waits for the context before it shows anything. */
export function userContext(): UserContext {
  if (!loaded) throw new Error('The user context is used before it was loaded');
  return loaded;
}
