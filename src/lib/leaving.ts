import { Emitter } from './valueStore.ts';

/**
 * Emitted just before the page is left for good (sign-out, lost session). Who holds unsaved text saves it as a
 * draft in its listener, synchronously: nothing asynchronous outlives the page.
 */
export const leaving = new Emitter();
