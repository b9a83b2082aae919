import { Emitter } from './valueStore.ts';

/**
 * Emitted just before the page is left for good (sign-out, lost session). Listeners save unsaved text as a draft
 * synchronously: nothing asynchronous outlives the page.
 */
export const leaving = new Emitter();
