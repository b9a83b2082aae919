// Requests from the gateway to the model. The thread starts with the first request, and ends after a time without
// requests.
import { MessageChannel, Worker } from 'node:worker_threads';
import { ChatError, type ChatRequest, type ChatResult } from './chat.ts';
import type { ChatCommand, ChatReply } from './serveChats.ts';

type Port = {
  postMessage(command: ChatCommand): void;
  /** Resolves when the thread has ended. */
  end(): Promise<void>;
};
type Waiting = {
  onText: (text: string) => void;
  resolve: (result: ChatResult) => void;
  reject: (error: ChatError) => void;
};

const IDLE_MS = 5 * 60_000;
/** Limit of parallel requests of all users. */
const RUNNING_MAX = 32;

export class ModelLink {
  #threadFile: string | undefined;
  #report: (error: unknown) => void;
  #port: Promise<Port> | undefined;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;

  /** `threadFile`: the built modelThread.ts. Absent: requests run in this thread, for tests. */
  constructor(threadFile: string | undefined, report: (error: unknown) => void) {
    this.#threadFile = threadFile;
    this.#report = report;
  }

  get isBusy(): boolean {
    return this.#waiting.size >= RUNNING_MAX;
  }

  /** Rejects with a ChatError, at once when the signal aborts. `onText` is not called after that. */
  async chat(request: ChatRequest, signal: AbortSignal, onText: (text: string) => void): Promise<ChatResult> {
    if (signal.aborted) throw new ChatError({ kind: 'not-sent' });
    clearTimeout(this.#idle);
    const id = (this.#lastId += 1);
    const result = new Promise<ChatResult>((resolve, reject) => this.#waiting.set(id, { onText, resolve, reject }));
    result.catch(() => undefined); // it may fail while the thread starts
    const port = await (this.#port ??= this.#open()).catch((error: unknown) => {
      this.#port = undefined; // the next request tries again
      this.#waiting.delete(id);
      this.#report(error);
      throw new ChatError({ kind: 'crashed' });
    });
    const isStopped = () => signal.aborted; // perhaps while the thread started
    const stop = () => {
      port.postMessage({ id, stop: true });
      this.#waiting.get(id)?.reject(new ChatError({ kind: 'stopped' }));
      this.#waiting.delete(id);
    };
    signal.addEventListener('abort', stop);
    try {
      if (isStopped()) throw new ChatError({ kind: 'not-sent' });
      port.postMessage({ id, request });
      return await result;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#endWhenIdle();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#fail();
    const port = this.#port;
    this.#port = undefined;
    this.#worker = undefined;
    await (await port)?.end();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close().catch(this.#report), IDLE_MS).unref();
  }

  #fail(): void {
    for (const { reject } of this.#waiting.values()) reject(new ChatError({ kind: 'crashed' }));
    this.#waiting.clear();
  }

  #receive(reply: ChatReply): void {
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if ('text' in reply) waiting.onText(reply.text);
    else if ('result' in reply) waiting.resolve(reply.result);
    else waiting.reject(new ChatError(reply.failure));
  }

  async #open(): Promise<Port> {
    if (this.#threadFile === undefined) return this.#openHere();
    // Without the environment, because the library reads addresses and keys from it.
    const worker = new Worker(this.#threadFile, { env: {}, name: 'assist-model' });
    worker.on('message', (reply: ChatReply) => this.#receive(reply));
    worker.on('error', this.#report);
    this.#worker = worker;
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#port = undefined;
      this.#fail();
    });
    return {
      postMessage: (command) => worker.postMessage(command),
      end: () => worker.terminate().then(() => undefined),
    };
  }

  async #openHere(): Promise<Port> {
    const { serveChats } = await import('./serveChats.ts');
    const { port1, port2 } = new MessageChannel();
    serveChats(port2);
    port1.on('message', (reply: ChatReply) => this.#receive(reply));
    return { postMessage: (command) => port1.postMessage(command), end: async () => port1.close() };
  }
}
