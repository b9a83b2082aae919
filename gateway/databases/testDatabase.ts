// Tests whether the gateway can sign in to a database, for connection tests.
import { errorMessage } from '../../src/lib/errorMessage.ts';
import type { DatabaseTarget } from './DatabaseTarget.ts';
import { DatabaseFault } from './DatabaseFault.ts';
import { openDatabase } from './openDatabase.ts';

/**
 * Connects, signs in, opens the database, runs one statement, and disconnects. Rejects with a DatabaseFault: its
 * `stage` is the failed step, `message` is for users, and `cause` has the text of the server or of the network.
 * Resolves or rejects within about 20 s, and at once when `signal` aborts. Create the target with `toDatabaseTarget`.
 * It also throws a DatabaseFault, if the gateway has no credentials for the user.
 */
export async function testDatabase(target: DatabaseTarget, signal: AbortSignal): Promise<void> {
  const noListener = { notice: () => undefined, transaction: () => undefined, lost: () => undefined };
  const connection = await openDatabase(target, { readOnly: false }, noListener, signal);
  const abandon = () => connection.close();
  signal.addEventListener('abort', abandon);
  try {
    const running = connection.run('SELECT 1');
    while (await running.results.peek()) running.results.take();
    await running.close();
  } catch (error) {
    throw new DatabaseFault('query', `${target.name} does not run a simple statement.`, errorMessage(error));
  } finally {
    signal.removeEventListener('abort', abandon);
    connection.close();
  }
}
