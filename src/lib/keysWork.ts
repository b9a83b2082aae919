/** Whether this browser can use hardware keys and passkeys at all. */
export const keysWork = (): boolean => typeof globalThis.PublicKeyCredential !== 'undefined';
