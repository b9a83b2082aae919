// @vitest-environment happy-dom
import type { Terminal } from '@xterm/xterm';
import { expect, test, vi } from 'vitest';
import { PointerHabits } from './PointerHabits.ts';

test.each(['none', 'vt200'] as const)(
  'a middle click prevents the paste of the browser (mouse tracking: %s)',
  (mouseTrackingMode) => {
    const host = document.createElement('div');
    const paste = vi.fn();
    const terminal = { modes: { mouseTrackingMode }, getSelection: () => '' } as unknown as Terminal;
    const habits = new PointerHabits(terminal, host, paste);
    habits.listen();
    const reported = vi.fn();
    const inner = host.appendChild(document.createElement('div'));
    inner.addEventListener('auxclick', reported);
    for (const type of ['mousedown', 'mouseup', 'auxclick']) {
      const event = new MouseEvent(type, { button: 1, bubbles: true, cancelable: true });
      inner.dispatchEvent(event);
      expect(event.defaultPrevented, type).toBe(true);
    }
    expect(reported).toHaveBeenCalledTimes(mouseTrackingMode === 'none' ? 0 : 1);
    expect(paste).not.toHaveBeenCalled();
    habits.dispose();
  },
);
