import type { Duplex } from 'node:stream';
import type { JoinedHostStore } from '../../store/joinedHosts.ts';
import type { HostTunnel } from './HostTunnel.ts';

/** `sinceMs`: when the tunnel was opened or lost. Absent: it was never open. */
export type TunnelState = { connected: boolean; sinceMs?: number };

type Parts = {
  joinedHosts: Pick<JoinedHostStore, 'find' | 'tunnelSeen'>;
  now: () => number;
  /** Absent: the tunnel was opened. */
  changed: (node: string, details: { connected: boolean; reason?: string }) => void;
  /** The time of a change could not be stored. */
  report: (error: unknown) => void;
};

/** The open reverse tunnels, one for each host. */
export class HostTunnels {
  #parts: Parts;
  #open = new Map<string, HostTunnel>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  nodes(): string[] {
    return [...this.#open.keys()];
  }

  stateOf(node: string): TunnelState {
    const open = this.#open.get(node);
    if (open) return { connected: true, sinceMs: open.sinceMs };
    const lostMs = this.#parts.joinedHosts.find(node)?.tunnelLostMs ?? 0;
    return { connected: false, ...(lostMs > 0 && { sinceMs: lostMs }) };
  }

  /** Whether a new tunnel of the host may replace the existing one: only a dead one is replaced. */
  async admits(node: string): Promise<boolean> {
    const open = this.#open.get(node);
    if (!open) return true;
    if (await open.isAlive()) return false;
    open.end('the host opened another tunnel');
    return true;
  }

  add(tunnel: HostTunnel): void {
    const { changed } = this.#parts;
    const { node } = tunnel;
    this.#open.get(node)?.end('the host opened another tunnel');
    this.#open.set(node, tunnel);
    this.#storeTime(node);
    changed(node, { connected: true });
    tunnel.onClose(() => {
      if (this.#open.get(node) !== tunnel) return;
      this.#open.delete(node);
      this.#storeTime(node);
      changed(node, { connected: false, reason: tunnel.endReason ?? 'the host closed the connection' });
    });
  }

  /** Only for display: a full disk must not prevent a tunnel from opening or closing. */
  #storeTime(node: string): void {
    const { joinedHosts, now, report } = this.#parts;
    try {
      joinedHosts.tunnelSeen(node, now());
    } catch (error) {
      report(error);
    }
  }

  /** Rejects with an error for users, without the name of the server. */
  async dial(node: string): Promise<Duplex> {
    const open = this.#open.get(node);
    if (!open) throw new Error('its reverse tunnel is not connected');
    return open.dial();
  }

  end(node: string, reason: string): void {
    this.#open.get(node)?.end(reason);
  }
}
