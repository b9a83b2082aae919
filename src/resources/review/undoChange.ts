import { describeFailure } from '../../api/errors.ts';
import { toasts } from '../../ui/toasts.ts';

type Steps<Now> = {
  /** What stands there, or undefined where somebody has written since. */
  asSaved: () => Promise<Now | undefined>;
  /** Writes what stood there before; what is then to be said of it: "is as it was". */
  restore: (now: Now) => Promise<string>;
};

/** Takes a save back, unless somebody has written meanwhile. Never rejects: it says how it went. */
export async function undoChange<Now>(title: string, { asSaved, restore }: Steps<Now>): Promise<void> {
  const say = (how: string) => toasts.show({ text: `${title} ${how}` });
  try {
    const now = await asSaved();
    say(now === undefined ? 'was changed since, so nothing was taken back' : await restore(now));
  } catch (error) {
    say(`stays as it was saved. ${describeFailure(error).why}`);
  }
}
