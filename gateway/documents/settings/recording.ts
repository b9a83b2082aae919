// Whether sessions are recorded (resource-specs §16). Node and proxy are one process here, and every recording is
// written while its session runs: only the mode `off` differs.
import { at, textAt } from '../../../src/lib/json.ts';
import { object, text } from '../../../src/wire/shape.ts';
import { withValueAt } from '../../../src/wire/yaml.ts';
import type { GatewayConfig } from '../../config/settings.ts';

export const RECORDING_MODES: readonly string[] = ['node', 'node-sync', 'proxy', 'proxy-sync', 'off'];
export const RECORDING_SERVED: ReadonlySet<string> = new Set(['mode', 'proxy_checks_host_keys']);

export const RECORDING_SHAPE = object({ spec: object({ mode: text }) });

/** Converts the mode to its word: a plain `off` is a boolean in this YAML dialect. */
export const readModeWord = (document: unknown): unknown =>
  at(document, 'spec', 'mode') === false ? withValueAt(document, ['spec', 'mode'], 'off') : document;

export const withRecording = (config: GatewayConfig, document: unknown): GatewayConfig => ({
  ...config,
  sessions: { ...config.sessions, recorded: textAt(document, 'spec', 'mode') !== 'off' },
});

export const toRecordingSpec = ({ sessions }: GatewayConfig) => ({ mode: sessions.recorded ? 'node' : 'off' });
