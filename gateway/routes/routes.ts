import type { Gateway } from '../gateway.ts';
import { accountRoutes } from './account.ts';
import type { Api } from './api.ts';
import { certRoutes } from './certs.ts';
import { clusterSettingsRoutes } from './clusterSettings.ts';
import { connectRoutes } from './connect.ts';
import { connectorRoutes } from './connectors.ts';
import { eventRoutes } from './events.ts';
import { headlessRoutes } from './headless.ts';
import { laterRoutes } from './later.ts';
import { liveSessionRoutes } from './liveSessions.ts';
import { mfaDeviceRoutes } from './mfaDevices.ts';
import { mfaRequiredRoutes } from './mfaRequired.ts';
import { nodeRoutes } from './nodes.ts';
import { passwordTokenRoutes } from './passwordTokens.ts';
import { recordingRoutes } from './recordings.ts';
import { recoveryRoutes } from './recovery.ts';
import { roleRoutes } from './roles.ts';
import { signInRoutes } from './signIn.ts';
import { siteRoutes } from './sites.ts';
import { ssoRoutes } from './sso.ts';
import { usageRoutes } from './usage.ts';
import { userRoutes } from './users.ts';

/** Every endpoint of the API, one file per group. */
export function registerRoutes(api: Api, gateway: Gateway): void {
  clusterSettingsRoutes(api, gateway);
  signInRoutes(api, gateway);
  passwordTokenRoutes(api, gateway);
  accountRoutes(api, gateway);
  mfaDeviceRoutes(api, gateway);
  recoveryRoutes(api, gateway);
  headlessRoutes(api, gateway);
  certRoutes(api, gateway);
  userRoutes(api, gateway);
  roleRoutes(api, gateway);
  connectorRoutes(api, gateway);
  ssoRoutes(api, gateway);
  siteRoutes(api, gateway);
  nodeRoutes(api, gateway);
  liveSessionRoutes(api, gateway);
  connectRoutes(api, gateway);
  eventRoutes(api, gateway);
  recordingRoutes(api, gateway);
  mfaRequiredRoutes(api, gateway);
  usageRoutes(api, gateway);
  laterRoutes(api);
}
