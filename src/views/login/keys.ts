/** Everything about keys comes in a chunk of its own: the login page is usable without it. */
export const loadKeySignIn = () => import('./keySignIn.ts');
