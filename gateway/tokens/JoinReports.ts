import type { JoinReportJson } from '../../src/wire/joinTokens.ts';

/** What a script says of one of its steps. */
export type JoinReport = Omit<JoinReportJson, 'time'>;

const REPORTS_MAX = 50;
const TOKENS_MAX = 200;
const TEXT_MAX_CHARS = 300;
const STEP_MAX_CHARS = 32;
/** Nothing that a terminal or a page could take for more than text. */
// oxlint-disable-next-line no-control-regex -- these are the characters that are left out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** What scripts of joining servers report, for the page that shows their command. In memory: it is about minutes. */
export class JoinReports {
  #now: () => number;
  #reports = new Map<string, JoinReportJson[]>();
  /** By which token a server joined last. */
  #tokens = new Map<string, string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** False where the token has its 50 reports already. */
  add(token: string, { step, text, ok, hostname = '' }: JoinReport): boolean {
    const known = this.#reports.get(token) ?? [];
    if (known.length >= REPORTS_MAX) return false;
    const host = plain(hostname, TEXT_MAX_CHARS);
    const time = new Date(this.#now()).toISOString();
    remember(this.#reports, token, [
      ...known,
      {
        ...{ time, step: plain(step, STEP_MAX_CHARS), text: plain(text, TEXT_MAX_CHARS), ok },
        ...(host !== '' && { hostname: host }),
      },
    ]);
    return true;
  }

  /** From now on `addFor` finds the token by the server. */
  joined(token: string, node: string): void {
    remember(this.#tokens, node, token);
  }

  /** The gateway's own report about a server; nothing where it did not join lately. */
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

/** As the newest of the map; the oldest goes where there are too many. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= TOKENS_MAX) return;
  const [oldest = ''] = map.keys();
  map.delete(oldest);
}
