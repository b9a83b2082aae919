// Writes the audit events of a file transfer (audit-events, `sftp`).
import type { Stream } from 'node:stream';
import type { Audit } from '../audit/audit.ts';
import { DATA_INDEX, SFTP_READ, SFTP_WRITE } from '../audit/sessionEvents.ts';
import type { TargetNode } from '../terminal/target.ts';

const MODE = 0o644;

export type Transferring = { user: string; login: string; remoteAddr: string; node: TargetNode };

type Opened = Stream & { destroy(): void };

export class FileLog {
  #audit: Audit;
  #who: Transferring;
  #home: string;
  #report: (error: unknown) => void;

  /** `report`: called if an event could not be written. */
  constructor(audit: Audit, who: Transferring, home: string, report: (error: unknown) => void) {
    this.#audit = audit;
    this.#who = who;
    this.#home = home;
    this.#report = report;
  }

  /** Throws if the event cannot be written: then there must be no transfer, and the file is closed. */
  opened(path: string, how: 'read' | 'write', file: Opened): void {
    try {
      this.#audit.emit('sftp', { ...this.#file(path), code: 'TS001I', ...opening(how) });
    } catch (error) {
      file.on('error', () => undefined).destroy();
      throw error;
    }
  }

  notOpened(path: string, how: 'read' | 'write', error: string): void {
    this.#audit.refuse('sftp', { ...this.#file(path), code: 'TS001E', ...opening(how), error });
  }

  /** Every uploaded file gets the same mode. */
  modeSet(path: string): void {
    const attributes = { file_size: null, gid: null, uid: null, permissions: MODE };
    const fields = { code: 'TS007I', action: 7, flags: 4, attributes } as const;
    this.#audit.emitOrReport('sftp', { ...this.#file(path), ...fields }, this.#report);
  }

  folderMade(path: string): void {
    this.#audit.emit('sftp', { ...this.#file(path), code: 'TS012I', action: 12 });
  }

  /** Bytes from (`rx`) and to (`tx`) the user. */
  moved(rx: number, tx: number): void {
    const { user, login, remoteAddr, node } = this.#who;
    const ends = { 'addr.local': node.addr, 'addr.remote': remoteAddr };
    const about = { user, login, sid: '', ei: DATA_INDEX, namespace: 'default' as const, server_id: node.id };
    this.#audit.emitOrReport('session.data', { ...about, ...ends, rx, tx }, this.#report);
  }

  #file(path: string) {
    const { user, login, remoteAddr, node } = this.#who;
    return {
      ...{ user, login, path, namespace: 'default' as const, sid: '' as const, working_directory: this.#home },
      ...{ server_id: node.id, server_hostname: node.hostname },
      ...{ 'addr.local': node.addr, 'addr.remote': remoteAddr },
    };
  }
}

const opening = (how: 'read' | 'write') => ({ action: 1, flags: how === 'read' ? SFTP_READ : SFTP_WRITE }) as const;
