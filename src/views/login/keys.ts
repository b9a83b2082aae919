/** The code for keys has its own chunk: the login page is usable without it. */
export const loadKeySignIn = () => import('./keySignIn.ts');
