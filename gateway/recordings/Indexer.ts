import type { Clock } from '../../src/lib/clock.ts';
import type { Gateway } from '../gateway.ts';
import { DatabaseThread } from '../store/DatabaseThread.ts';
import type { RecordingTextStore } from '../store/recordingTexts.ts';
import { IndexWork, type TextKeeping } from './indexWork.ts';
import type { Recordings } from './Recordings.ts';

export type IndexThreadData = { dataDir: string };
/** `asked` is the number of the message: a thread that gets another message before it answers is not idle. */
export type IndexThreadOrder = { keeping: TextKeeping; running: readonly string[]; orderNumber: number };
export type IndexThreadReport =
  { kind: 'idle'; orderNumber: number } | { kind: 'failed'; sid: string; message: string };

/** A thread without work ends after this time, because it holds the memory of a terminal and a database. */
const IDLE_MS = 10_000;
/** The pause after a thread that failed. A recording that makes it fail is not retried forever (indexWork.ts). */
const RESTART_MS = 30_000;
/** The indexer reads only some of the oldest sessions, so that messages stay small. */
export const RUNNING_TOLD_MAX = 256;
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

type Parts = {
  keeping: () => TextKeeping;
  /** Sessions that are being recorded. */
  running: () => readonly string[];
  failed: (details: object, message: string) => void;
};

/** Has recordings read for searches and players, in parallel with the gateway's other work. */
export interface Indexer {
  /** Checks for new or deleted recordings. Cheap: call it whenever a recording begins, ends or is deleted. */
  look(): void;
  close(): Promise<void>;
}

/** Runs the work in a thread that starts when there is work. */
export class ThreadIndexer implements Indexer {
  #file: string;
  #data: IndexThreadData;
  #parts: Parts;
  #thread: DatabaseThread | undefined;
  #idle: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;
  #lastOrderNumber = 0;
  #isClosed = false;

  /** `file`: the built indexThread.ts. */
  constructor(file: string, dataDir: string, parts: Parts) {
    this.#file = file;
    this.#data = { dataDir };
    this.#parts = parts;
  }

  look(): void {
    if (this.#isClosed || this.#restart) return;
    clearTimeout(this.#idle);
    try {
      this.#thread ??= this.#start();
    } catch (err) {
      this.#parts.failed({ err }, 'could not start the reader of recordings');
      return this.#startLater();
    }
    const { keeping, running } = this.#parts;
    const order: IndexThreadOrder = { keeping: keeping(), running: running(), orderNumber: ++this.#lastOrderNumber };
    this.#thread.worker.postMessage(order);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#restart);
    await this.#thread?.end();
  }

  #start(): DatabaseThread {
    const thread = new DatabaseThread(this.#file, this.#data, LIMITS);
    const { worker } = thread;
    worker.on('message', (report: IndexThreadReport) => this.#hear(thread, report));
    worker.on('error', (err) => this.#parts.failed({ err }, 'the reader of recordings failed'));
    worker.once('exit', () => {
      if (this.#thread !== thread || this.#isClosed) return;
      this.#thread = undefined;
      this.#startLater();
    });
    return thread;
  }

  #startLater(): void {
    this.#restart = setTimeout(() => {
      this.#restart = undefined;
      this.look();
    }, RESTART_MS).unref();
  }

  #hear(thread: DatabaseThread, report: IndexThreadReport): void {
    if (report.kind === 'failed') {
      const { sid, message } = report;
      this.#parts.failed({ session: sid, why: message }, 'could not read a recording');
      return;
    }
    if (report.orderNumber !== this.#lastOrderNumber) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#thread === thread) this.#thread = undefined;
      void thread.end();
    }, IDLE_MS).unref();
  }
}

const EVERY_MS = 3600_000;

/** Starts the indexer now, and whenever recordings or settings have changed. The returned function stops it. */
export function keepIndex(
  { recordings, config }: Pick<Gateway, 'recordings' | 'config'>,
  indexer: Indexer,
  clock: Clock,
): () => Promise<void> {
  const look = () => indexer.look();
  const stops = [recordings.changed.subscribe(look), config.subscribe(look), clock.every(EVERY_MS, look)];
  // Without recordings, the gateway starts without the thread.
  void recordings.ids().then((ids) => ids.length > 0 && look(), look);
  return async () => {
    for (const stop of stops) stop();
    await indexer.close();
  };
}

/** The current settings for stored text. */
export function textKeeping({ config, now }: Pick<Gateway, 'config' | 'now'>): TextKeeping {
  const { maxChars, retentionMs } = config.get().recordings.search;
  return { maxChars, beforeMs: retentionMs === undefined ? 0 : now() - retentionMs };
}

/** Runs the work in the thread of the gateway, for tests in the same process. */
export function indexInProcess(
  recordings: Recordings,
  store: RecordingTextStore,
  { keeping, running, failed }: Parts,
): Indexer {
  const work = new IndexWork(recordings, store, {
    failed: (sid, err) => failed({ session: sid, err }, 'could not read a recording'),
    idle: () => undefined,
  });
  return { look: () => work.look(keeping(), running()), close: () => work.stop() };
}
