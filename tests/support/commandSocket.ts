import { toBase64, utf8 } from '../../src/lib/encoding.ts';
import type { CommandSocket } from '../../src/sessions/command/run/CommandConnection.ts';
import { encodeCommandDone, encodeCommandOutput, type OutputType } from '../../src/wire/command/commandFrames.ts';
import { FakeTerminalSocket } from './terminalSocket.ts';

/** The server's side of a command socket, driven by a test. */
export class FakeCommandSocket extends FakeTerminalSocket implements CommandSocket {
  onopen: CommandSocket['onopen'] = null;

  open(): this {
    this.onopen?.call(this as unknown as WebSocket, new Event('open'));
    return this;
  }

  beginOn(...ids: string[]): this {
    for (const id of ids) this.begin({ server_id: id });
    return this;
  }

  receive(nodeId: string, text: string, type: OutputType = 'stdout'): void {
    this.frame('r', encodeCommandOutput(nodeId, type, toBase64(utf8(text))));
  }

  done(nodeId: string): void {
    this.frame('c', encodeCommandDone(nodeId));
  }
}
