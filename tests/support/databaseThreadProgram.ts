// A process whose thread uses its own connection to a database, for DatabaseThread.test.ts. Arguments: the work of
// the thread, and the milliseconds until it is ended (absent: it ends when its work is done). Prints how it ended.
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Database } from '../../gateway/store/database.ts';
import { DatabaseThread } from '../../gateway/store/DatabaseThread.ts';

const NUMBERS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ?)';

const works: Record<string, (database: Database) => void> = {
  /** A statement that takes half a second before its first row. */
  slow: (database) => database.all(`${NUMBERS} SELECT count(*) FROM n`, 3_000_000),
  /** Statements that take almost no time. */
  many(database) {
    for (;;) database.all(`SELECT ?, '${Math.random()}'`, 'x');
  },
  /** Work that does not end without a cancel. */
  none() {
    for (;;);
  },
  /** The same statements, with results that stay in the memory. */
  full(database) {
    const kept: unknown[] = [];
    for (;;) kept.push(database.get(`SELECT ?, '${Math.random()}'`, 'x'), new Array(20).fill(0.5));
  },
};

if (isMainThread) {
  const [work, endAfterMs] = process.argv.slice(2);
  const thread = new DatabaseThread(fileURLToPath(import.meta.url), { work }, { maxOldGenerationSizeMb: 64 });
  thread.worker.on('error', (error) => console.log(error.message));
  thread.worker.on('exit', () => console.log('ended'));
  if (endAfterMs === undefined) thread.worker.ref();
  else
    thread.worker.once('message', () => {
      setTimeout(() => {
        void thread.end();
        void thread.end().then(() => console.log('end() has resolved'));
      }, Number(endAfterMs));
    });
} else {
  const database = new Database(':memory:');
  parentPort?.postMessage('ready');
  works[(workerData as { work: string }).work]?.(database);
}
