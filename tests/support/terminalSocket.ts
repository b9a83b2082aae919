import { fromUtf8 } from '../../src/lib/encoding.ts';
import type { TerminalSocket } from '../../src/sessions/terminal/session/TerminalConnection.ts';
import { decodeEnvelope, encodeEnvelope } from '../../src/wire/envelope.ts';
import { encodeSessionMetadata, type SessionJson } from '../../src/wire/terminal/sessionJson.ts';

type SentFrame = { type: string; payload: string };

/** The server's side of a terminal socket, driven by a test. */
export class FakeTerminalSocket implements TerminalSocket {
  onmessage: TerminalSocket['onmessage'] = null;
  onclose: TerminalSocket['onclose'] = null;
  readonly sent: SentFrame[] = [];
  readonly sentBytes: Uint8Array[] = [];
  closedWith: number | undefined;
  readonly readyState = 1;

  send(frame: Uint8Array): void {
    const { type, payload } = decodeEnvelope(frame);
    this.sent.push({ type, payload: fromUtf8(payload) });
    this.sentBytes.push(payload);
  }

  close(code?: number): void {
    this.closedWith ??= code;
  }

  /** Delivers a message unchanged, well-formed or not. */
  deliver(data: unknown): void {
    this.onmessage?.call(this as unknown as WebSocket, { data } as MessageEvent);
  }

  frame(type: string, payload: string | Uint8Array = ''): void {
    this.deliver(new Uint8Array(encodeEnvelope(type, payload)).buffer);
  }

  /** Sends `s`, for a session of root on node-1. */
  begin(session: Partial<SessionJson> = {}): void {
    this.frame(
      's',
      encodeSessionMetadata({
        kind: 'ssh',
        id: 'eeb62b0d-2708-4069-a081-6b3807fc3260',
        namespace: 'default',
        parties: null,
        terminal_params: { w: 0, h: 0 },
        login: 'root',
        created: '2026-11-21T05:12:01.771649474Z',
        last_active: '2026-11-21T05:12:01.771649546Z',
        server_id: '3c91d1d6-67cf-4d76-97bf-2f858022fd20',
        server_hostname: 'node-1',
        server_hostport: 0,
        server_addr: '',
        cluster_name: 'example.test',
        kubernetes_cluster_name: '',
        desktop_name: '',
        database_name: '',
        app_name: '',
        owner: 'admin',
        moderated: false,
        ...session,
      }),
    );
  }

  /** Drops the connection, without a close frame unless a code is given. */
  drop(code = 1006, reason = ''): void {
    this.onclose?.call(this as unknown as WebSocket, { code, reason } as CloseEvent);
  }
}
