import { at, parseJson } from '../../lib/json.ts';

/** How a session's connection does, in whole milliseconds there and back. */
export type Latency = {
  /** Browser to whoever answers its socket. */
  browserMs: number;
  /** From there to the server of the session; undefined where it is not told. */
  serverMs: number | undefined;
  /** Whether what happens here is recorded; an extension (`FEATURE_LATENCY`). */
  recorded: boolean | undefined;
  /** Without a key or a resize for so long this participant is let go; likewise an extension. undefined: never. */
  idleLimitMs: number | undefined;
};

/** Payload of letter `l`, from newer clusters and from this gateway to a client that asked (streams §2). */
export const encodeLatency = ({ browserMs, serverMs, recorded, idleLimitMs }: Latency): string =>
  JSON.stringify({ ws: browserMs, ssh: serverMs, recorded, idle: idleLimitMs });

/** undefined for what is no latency: nothing depends on it. */
export function decodeLatency(payload: string): Latency | undefined {
  const json = parseJson(payload);
  const browserMs = msAt(json, 'ws');
  if (browserMs === undefined) return undefined;
  const recorded = at(json, 'recorded');
  return {
    browserMs,
    serverMs: msAt(json, 'ssh'),
    recorded: typeof recorded === 'boolean' ? recorded : undefined,
    idleLimitMs: msAt(json, 'idle') || undefined,
  };
}

function msAt(json: unknown, key: string): number | undefined {
  const ms = at(json, key);
  return typeof ms === 'number' && ms >= 0 && Number.isFinite(ms) ? Math.round(ms) : undefined;
}
