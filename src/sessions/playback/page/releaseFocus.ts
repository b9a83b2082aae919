import type { MouseEvent } from 'react';

/** Controls that handle Space or the arrow keys while they have the focus. */
const KEEPS_KEYS = 'button:not([aria-expanded=true]), a[href], input[type=radio], input[type=checkbox]';

/**
 * Listener for clicks in the player: after a click with the pointer the player gets the keys again. A control pressed
 * with the keyboard keeps the focus.
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
