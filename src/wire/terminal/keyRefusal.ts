// What a server says to whoever has no key for a session that asks for one (streams §3.4, §8.2).

const NO_DEVICES = 'MFA is required to access this resource but user has no MFA devices';

/** No second factor at all. */
export const NO_DEVICE_WORDS = `rpc error: code = PermissionDenied desc = ${NO_DEVICES}; use 'tsh mfa add' to register MFA devices`;

/** An authenticator alone. */
export const NO_KEY_WORDS =
  'only hardware keys are supported on the web terminal, please register a hardware device to connect to this server';

/** Clusters may put more around their words. */
export const isForLackOfKey = (words: string): boolean => words.includes(NO_DEVICES) || words.includes(NO_KEY_WORDS);
