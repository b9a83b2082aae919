/** Whether this browser can use keys at all; `webAuthnProblem` has the words for those that cannot. */
export const keysWork = (): boolean => typeof globalThis.PublicKeyCredential !== 'undefined';

/** Everything about keys comes in a chunk of its own: the login page is usable without it. */
export const loadKeySignIn = () => import('./keySignIn.ts');
