// Settings of the cluster as documents (resource-specs §15–§17). Changes take effect at once. Fields without an effect
// in this gateway are refused.
import { checkMetadata } from '../../../src/access/checkMetadata.ts';
import { at, isObject, textAt } from '../../../src/lib/json.ts';
import { faultAt } from '../../../src/wire/documentFault.ts';
import type { Shape } from '../../../src/wire/shape.ts';
import type { AuditEvents } from '../../audit/events.ts';
import type { GatewayConfig } from '../../config/settings.ts';
import type { Gateway } from '../../gateway.ts';
import { badDocument, badRequest } from '../../http/failures.ts';
import type { DocumentKind } from '../documentKind.ts';
import type { DocumentWrite, FixedPart } from '../documentKindOf.ts';
import {
  AUTH_HARMLESS,
  AUTH_SERVED,
  AUTH_SHAPE,
  fixedAuth,
  readFactorWord,
  toAuthSpec,
  withAuthPreference,
} from '../settings/authPreference.ts';
import { checkSignIn } from '../settings/checkSignIn.ts';
import { applySettings } from '../settings/effectiveConfig.ts';
import { AUTH_PREFERENCE, NETWORKING, RECORDING } from '../settings/names.ts';
import {
  fixedNetworking,
  networkingFault,
  NETWORKING_HARMLESS,
  NETWORKING_SERVED,
  NETWORKING_SHAPE,
  toNetworkingSpec,
} from '../settings/networking.ts';
import {
  readModeWord,
  RECORDING_MODES,
  RECORDING_SERVED,
  RECORDING_SHAPE,
  toRecordingSpec,
} from '../settings/recording.ts';
import { unservedField } from '../settings/unserved.ts';
import { findMethod } from '../../identity/sso/signInMethod.ts';

type SettingsEvent = 'auth_preference.update' | 'session_recording_config.update' | 'cluster_networking_config.update';

type Settings = {
  kind: string;
  name: string;
  event: SettingsEvent & keyof AuditEvents;
  served: ReadonlySet<string>;
  harmless: Readonly<Record<string, readonly unknown[]>>;
  readNeeds?: readonly string[];
  /** Refuses values of a wrong type. */
  shape?: Shape<unknown>;
  complete?: (document: unknown) => unknown;
  /** The effective settings. */
  spec(config: GatewayConfig, gateway: Gateway): object;
  fixed?(config: GatewayConfig): FixedPart[];
  check?(write: DocumentWrite, gateway: Gateway): void;
};

const settingsKind = ({
  kind,
  name,
  event,
  served,
  harmless,
  readNeeds,
  shape,
  complete,
  ...own
}: Settings): DocumentKind => ({
  kind,
  ...(readNeeds && { readNeeds }),
  singleton: {
    name,
    defaults: (gateway) => ({ kind, version: 'v2', metadata: { name }, spec: own.spec(gateway.config.get(), gateway) }),
    fixed: ({ fileConfig }) => own.fixed?.(fileConfig.get()) ?? [],
  },
  ...(complete && { complete }),
  check(write, gateway) {
    const { document } = write;
    const spec = at(document, 'spec') ?? {};
    const fault =
      checkMetadata(at(document, 'metadata')) ??
      (isObject(spec) ? shape?.check(document, '') : 'spec: expected a mapping of keys to values');
    if (fault !== undefined) throw badDocument(fault);
    const unserved = unservedField(spec, served, harmless);
    if (unserved !== undefined) {
      throw badDocument(`${unserved}: this gateway does not have this setting. Remove it`);
    }
    own.check?.(write, gateway);
  },
  written({ caller }, { audit }) {
    audit.emit(event, { user: caller.user.name });
  },
  checkRemoval() {
    throw badRequest(`${kind} cannot be deleted. Change its values instead`);
  },
  removed: () => undefined,
  settled: (_name, gateway) => applySettings(gateway),
});

export const CLUSTER_AUTH_PREFERENCE = settingsKind({
  ...AUTH_PREFERENCE,
  event: 'auth_preference.update',
  served: AUTH_SERVED,
  harmless: AUTH_HARMLESS,
  readNeeds: ['update'], // all users may `read` (resource-specs §24), but text and history contain authors and comments
  shape: AUTH_SHAPE,
  complete: readFactorWord,
  spec: (config, gateway) => toAuthSpec(config, (name) => findMethod(gateway, name)?.type ?? 'local'),
  fixed: fixedAuth,
  check({ caller, document }, gateway) {
    checkSignIn(document, withAuthPreference(gateway.fileConfig.get(), document), caller, gateway);
  },
});

export const SESSION_RECORDING_CONFIG = settingsKind({
  ...RECORDING,
  event: 'session_recording_config.update',
  served: RECORDING_SERVED,
  harmless: {},
  shape: RECORDING_SHAPE,
  complete: readModeWord,
  spec: toRecordingSpec,
  check({ document }) {
    const mode = textAt(document, 'spec', 'mode');
    if (mode !== '' && !RECORDING_MODES.includes(mode)) {
      throw badDocument(
        faultAt(`session recording mode "${mode}" is not one of ${RECORDING_MODES.join(', ')}`, 'spec', 'mode'),
      );
    }
    const checksHostKeys: unknown = at(document, 'spec', 'proxy_checks_host_keys') ?? true;
    if (checksHostKeys !== true) {
      throw badDocument('spec.proxy_checks_host_keys: this gateway always checks host keys. Remove it');
    }
  },
});

export const CLUSTER_NETWORKING_CONFIG = settingsKind({
  ...NETWORKING,
  event: 'cluster_networking_config.update',
  served: NETWORKING_SERVED,
  harmless: NETWORKING_HARMLESS,
  shape: NETWORKING_SHAPE,
  spec: toNetworkingSpec,
  fixed: fixedNetworking,
  check({ document }) {
    const fault = networkingFault(document);
    if (fault !== undefined) throw badDocument(fault);
  },
});
