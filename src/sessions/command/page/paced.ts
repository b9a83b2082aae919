/** So often is drawn what changes often: enough to look alive, and the page stays free for the person. */
const REDRAW_MS = 150;

type Subscribe = (listener: () => void) => () => void;

/** Tells of changes a few times a second, however many there are. The last one is told. */
export const paced =
  (subscribe: Subscribe): Subscribe =>
  (listener) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        listener();
      }, REDRAW_MS);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  };
