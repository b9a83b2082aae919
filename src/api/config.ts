import { PASSWORD_MIN_BYTES, SCROLLBACK_LINES } from '../wire/constants.ts';
import type { AuthProviderJson, SecondFactor, WebConfigJson } from '../wire/config.ts';

/** Settings of the cluster with all defaults applied (http-auth §2.2 lists the defaults). */
export type Config = {
  auth: {
    secondFactor: SecondFactor;
    providers: readonly AuthProviderJson[];
    localAuthEnabled: boolean;
    allowPasswordless: boolean;
    authType: WebConfigJson['auth']['authType'];
    localConnectorName: string;
    /** Any other value than `none` means that browsers cannot sign in. */
    privateKeyPolicy: string;
    motd: string;
    /** Minimum characters of a new password. */
    passwordMin: number;
  };
  /** Name of the root cluster. */
  proxyCluster: string;
  canJoinSessions: boolean;
  isCloud: boolean;
  isEnterprise: boolean;
  isDashboard: boolean;
  isUsageBasedBilling: boolean;
  recoveryCodesEnabled: boolean;
  automaticUpgrades: boolean;
  assistEnabled: boolean;
  tunnelPublicAddress: string;
  scrollbackLines: number;
  /** Our extensions beyond the cluster's API. Empty in cluster mode. */
  extensions: readonly string[];
};

type PartialConfig = Partial<Omit<WebConfigJson, 'auth' | 'ui'>> & {
  auth?: Partial<WebConfigJson['auth']>;
  ui?: WebConfigJson['ui'];
};

const SECOND_FACTORS = ['off', 'otp', 'webauthn', 'on', 'optional'] as const;

/** Applies the defaults of missing settings. `/web/config.js` may have failed to load. */
export function toConfig(json: PartialConfig = {}): Config {
  const auth = json.auth ?? {};
  return {
    auth: {
      secondFactor: SECOND_FACTORS.find((factor) => factor === (auth.second_factor ?? 'off')) ?? 'optional',
      providers: auth.providers ?? [],
      localAuthEnabled: auth.localAuthEnabled ?? true,
      allowPasswordless: auth.allowPasswordless ?? false,
      authType: auth.authType ?? 'local',
      localConnectorName: auth.localConnectorName ?? '',
      privateKeyPolicy: auth.privateKeyPolicy ?? 'none',
      motd: auth.motd ?? '',
      passwordMin: json.postern?.passwordMin ?? PASSWORD_MIN_BYTES,
    },
    proxyCluster: json.proxyCluster ?? 'localhost',
    canJoinSessions: json.canJoinSessions ?? false,
    isCloud: json.isCloud ?? false,
    // Servers do not send this. Only enterprise clusters have these three settings (http-auth §2.2).
    isEnterprise: [json.isCloud, json.isDashboard, json.isUsageBasedBilling].includes(true),
    isDashboard: json.isDashboard ?? false,
    isUsageBasedBilling: json.isUsageBasedBilling ?? false,
    recoveryCodesEnabled: json.recoveryCodesEnabled ?? false,
    automaticUpgrades: json.automaticUpgrades ?? false,
    assistEnabled: json.assistEnabled ?? false,
    tunnelPublicAddress: json.tunnelPublicAddress ?? '',
    scrollbackLines: json.ui?.scrollbackLines ?? SCROLLBACK_LINES,
    extensions: Object.keys(json.postern?.features ?? {}),
  };
}

const { GRV_CONFIG } = globalThis as { GRV_CONFIG?: PartialConfig };

/** The page's own settings, from the script before the application's script. */
export const config: Config = toConfig(GRV_CONFIG);
/** False if that script did not load. The defaults then do not describe the cluster. */
export const isConfigured = GRV_CONFIG !== undefined;
