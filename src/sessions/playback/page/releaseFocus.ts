import type { MouseEvent } from 'react';

/** Controls that keep Space or the arrows while they have the focus. */
const KEEPS_KEYS = 'button:not([aria-expanded=true]), a[href], input[type=radio], input[type=checkbox]';

/**
 * The listener of the player's clicks: after a press with the pointer the keys belong to the player again. The control
 * keeps the focus where it was pressed with the keyboard.
 */
export function releaseFocus({ currentTarget, detail }: MouseEvent<HTMLElement>): void {
  if (detail === 0) return;
  // The focus moves after the click: to the radio button of a label, to the button of a menu that closes.
  setTimeout(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !currentTarget.contains(activeElement)) return;
    if (activeElement.matches(KEEPS_KEYS)) activeElement.blur();
  });
}
