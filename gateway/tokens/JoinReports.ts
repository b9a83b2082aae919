import type { JoinReportJson } from '../../src/wire/joinTokens.ts';

/** A script's report about one of its steps. */
export type JoinReport = Omit<JoinReportJson, 'time'>;

const REPORTS_MAX = 50;
const TOKENS_MAX = 200;
const TEXT_MAX_CHARS = 300;
const STEP_MAX_CHARS = 32;
/** Control characters, which a terminal or a page could interpret. */
// oxlint-disable-next-line no-control-regex -- these are the characters that are left out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * Reports of the scripts of joining servers, for the page with their command. Only in memory, because a join takes
 * minutes.
 */
export class JoinReports {
  #now: () => number;
  #reports = new Map<string, JoinReportJson[]>();
  /** The token with which each server last joined. */
  #tokens = new Map<string, string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** False if the token already has its 50 reports. */
  add(token: string, { step, text, ok, hostname = '' }: JoinReport): boolean {
    const reports = this.#reports.get(token) ?? [];
    if (reports.length >= REPORTS_MAX) return false;
    const host = plain(hostname, TEXT_MAX_CHARS);
    const time = new Date(this.#now()).toISOString();
    remember(this.#reports, token, [
      ...reports,
      {
        ...{ time, step: plain(step, STEP_MAX_CHARS), text: plain(text, TEXT_MAX_CHARS), ok },
        ...(host !== '' && { hostname: host }),
      },
    ]);
    return true;
  }

  /** After this, `addFor` finds the token of the server. */
  joined(token: string, node: string): void {
    remember(this.#tokens, node, token);
  }

  /** Adds the gateway's own report about a server. Ignored if it did not join recently. */
  addFor(node: string, report: JoinReport): void {
    const token = this.#tokens.get(node);
    if (token !== undefined) this.add(token, report);
  }

  /** Oldest first. */
  of(token: string): readonly JoinReportJson[] {
    return this.#reports.get(token) ?? [];
  }
}

const plain = (text: string, maxChars: number): string => text.replaceAll(CONTROLS, ' ').trim().slice(0, maxChars);

/** Adds the newest entry to the map, and drops the oldest if there are too many. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= TOKENS_MAX) return;
  const [oldest = ''] = map.keys();
  map.delete(oldest);
}
