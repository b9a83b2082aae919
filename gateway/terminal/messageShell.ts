import type { Shell, ShellListener } from './target.ts';

/** A shell that prints one message and exits: how a machine refuses a user who has reached it. */
export function messageShell(text: string, status: number, listener: ShellListener): Shell {
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    listener.end({ kind: 'exited', status });
  };
  setImmediate(() => {
    if (!over) listener.output(Buffer.from(text));
    end();
  });
  return { write: () => true, resize: () => undefined, pause: () => undefined, resume: () => undefined, hangUp: end };
}
