import type { ActiveSession, ParticipantInfo } from '../../../api/activeSessions.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { PARTICIPANTS_POLL_MS } from '../../../wire/constants.ts';

type Ports = {
  fetch: (clusterId: string) => Promise<ActiveSession[]>;
  clock: Clock;
  /** The server notices late who has left: after each page load it still lists an old connection. */
  listsGone?: boolean;
};
/** A participant of a session. `sinceMs`: undefined for those who were there before this page first checked. */
export type Presence = ParticipantInfo & { sinceMs?: number };
type BySession = ReadonlyMap<string, Omit<ActiveSession, 'parties'> & { parties: readonly Presence[] }>;

/** The participants of sessions, polled while they are needed (streams §3.11). */
export class Participants {
  readonly bySession = new ValueStore<BySession>(new Map());
  #ports: Ports;
  #byCluster = new Map<string, BySession>();
  #loadingClusters = new Set<string>();
  #clusters: readonly string[] = [];
  #stop: Dispose | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Clusters of the connected sessions. Empty: stop polling. A new cluster is polled at once. */
  watch(clusters: readonly string[]): void {
    const added = clusters.filter((id) => !this.#clusters.includes(id));
    for (const cluster of this.#clusters.filter((id) => !clusters.includes(id))) this.#byCluster.delete(cluster);
    this.#clusters = clusters;
    this.#publish();
    if (clusters.length === 0) {
      this.#stop?.();
      this.#stop = undefined;
    } else this.#stop ??= this.#ports.clock.every(PARTICIPANTS_POLL_MS, this.refresh);
    for (const id of added) void this.#ask(id);
  }

  refresh = (): void => {
    for (const id of this.#clusters) void this.#ask(id);
  };

  async #ask(clusterId: string): Promise<void> {
    if (this.#loadingClusters.has(clusterId)) return;
    this.#loadingClusters.add(clusterId);
    // A list that cannot be read means unknown participants, not an empty session.
    const sessions = await this.#ports.fetch(clusterId).catch(() => []);
    this.#loadingClusters.delete(clusterId);
    if (!this.#clusters.includes(clusterId)) return;
    const before = this.#byCluster.get(clusterId);
    const nowMs = this.#ports.clock.now();
    this.#byCluster.set(
      clusterId,
      new Map(
        sessions.map((session) => {
          const present = this.#ports.listsGone ? onePerPerson(session.parties) : session.parties;
          const parties = withArrivals(present, before?.get(session.sid)?.parties, nowMs);
          return [session.sid, { ...session, parties }];
        }),
      ),
    );
    this.#publish();
  }

  #publish(): void {
    this.bySession.set(new Map([...this.#byCluster.values()].flatMap((map) => [...map])));
  }
}

export const onePerPerson = (parties: readonly ParticipantInfo[]): ParticipantInfo[] =>
  parties.filter(({ user }, at) => parties.findIndex((party) => party.user === user) === at);

/** The arrival time is only known for participants who joined between two polls. */
const withArrivals = (
  parties: readonly ParticipantInfo[],
  before: readonly Presence[] | undefined,
  nowMs: number,
): Presence[] =>
  parties.map((party) => before?.find(({ id }) => id === party.id) ?? (before ? { ...party, sinceMs: nowMs } : party));
