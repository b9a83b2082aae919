import type { ScreenSize } from '../../../src/wire/desktop/screenMessages.ts';
import type { MessagePort } from 'node:worker_threads';
import type { DesktopTarget, LinkOptions } from '../target.ts';
import { RfbClient, type ClientEnd } from './RfbClient.ts';
import type { InputMessage } from './RfbInput.ts';

export type LinkData = { target: DesktopTarget; options: LinkOptions };

/** From the gateway to the thread. */
export type LinkOrder =
  | { kind: 'next' | 'snapshot' | 'close' }
  | { kind: 'input'; message: InputMessage }
  | { kind: 'resize'; size: ScreenSize }
  | { kind: 'clipboard'; text: string };

/** From the thread to the gateway. Snapshots come in the order of their requests. */
export type LinkReport =
  | { kind: 'opened' | 'resized'; size: ScreenSize }
  | { kind: 'picture' | 'snapshot'; messages: Uint8Array[] }
  | { kind: 'clipboard'; text: string }
  | { kind: 'clipboardSkipped'; bytes: number }
  | { kind: 'roundTrip'; ms: number }
  | { kind: 'ended'; end: ClientEnd };

/** Runs a client of a VNC server for the other end of the port. Closes the port when it has ended. */
export function serveLink(port: MessagePort, { target, options }: LinkData): void {
  const post = (report: LinkReport) => port.postMessage(report);
  // Bytes are transferred, not copied.
  const postMessages = (kind: 'picture' | 'snapshot', messages: Uint8Array<ArrayBuffer>[]) =>
    port.postMessage(
      { kind, messages } satisfies LinkReport,
      messages.map(({ buffer }) => buffer),
    );
  const client = new RfbClient(target, options, {
    opened: (size) => post({ kind: 'opened', size }),
    resized: (size) => post({ kind: 'resized', size }),
    picture: (messages) => postMessages('picture', messages),
    clipboard: (text) => post({ kind: 'clipboard', text }),
    clipboardSkipped: (bytes) => post({ kind: 'clipboardSkipped', bytes }),
    roundTrip: (ms) => post({ kind: 'roundTrip', ms }),
    ended: (end) => {
      post({ kind: 'ended', end });
      port.close();
    },
  });
  port.on('message', (order: LinkOrder) => {
    switch (order.kind) {
      case 'next':
        return client.next();
      case 'input':
        return client.input(order.message);
      case 'resize':
        return client.resize(order.size);
      case 'clipboard':
        return client.setClipboard(order.text);
      case 'snapshot':
        return void client.snapshot().then((messages) => postMessages('snapshot', messages));
      case 'close':
        return client.close();
    }
  });
}
