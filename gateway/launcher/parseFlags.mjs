import { resolve } from 'node:path';
import { envName, LOG_LEVELS } from './flags.mjs';
import { nearest } from './nearest.mjs';
import { StartError } from './startError.mjs';

/** @typedef {import('./flags.mjs').Flag} Flag */

/**
 * Parses a command line and the environment. The command line has priority, and the last of two equal flags.
 * `undefined` means `--help`. Throws a StartError for invalid input.
 * @template {Record<string, Flag>} F
 * @param {F} flags
 * @param {readonly string[]} argv without node and script
 * @param {Record<string, string | undefined>} env
 * @returns {import('./flags.mjs').Options<F> | undefined}
 */
export function parseFlags(flags, argv, env) {
  if (argv.includes('--help')) return undefined;
  /** @type {Record<string, unknown>} */
  const options = {};
  const entries = Object.entries(flags);
  for (const [key, flag] of entries) {
    const text = env[envName(flag)];
    if (text) options[key] = readValue(flag, text, envName(flag));
  }
  const words = argv.values();
  for (const word of words) {
    const [, name, inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const entry = entries.find(([, flag]) => flag.name === name);
    if (!entry) throw new StartError(unknownWord(entries, word, name));
    const [key, flag] = entry;
    const text = inline ?? (flag.kind === 'switch' ? 'true' : words.next().value);
    if (!text) throw new StartError(`--${flag.name} needs a value: --${flag.name} ${flag.value}`);
    options[key] = readValue(flag, text, `--${flag.name}`);
  }
  return /** @type {import('./flags.mjs').Options<F>} */ (options);
}

/**
 * @param {Flag} flag
 * @param {string} text
 * @param {string} given where it was given
 */
function readValue(flag, text, given) {
  const { read, expected } = readers[flag.kind];
  const value = read(text);
  if (value === undefined) throw new StartError(`${given}: expected ${expected}, found ${JSON.stringify(text)}`);
  return value;
}

const switches = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => /** @type {const} */ ([word, true])),
  ...['false', '0', 'no', 'off'].map((word) => /** @type {const} */ ([word, false])),
]);

/** @satisfies {Record<import('./flags.mjs').FlagKind, { expected: string, read: (text: string) => unknown }>} */
const readers = {
  text: { expected: 'a string', read: (text) => text },
  path: { expected: 'a path', read: (text) => resolve(text) },
  port: { expected: 'a port from 0 to 65535', read: (text) => wholeNumber(text, 65_535) },
  count: { expected: 'a whole number up to 1000000', read: (text) => wholeNumber(text, 1_000_000) },
  switch: { expected: 'true or false', read: (text) => switches.get(text.toLowerCase()) },
  level: { expected: `one of ${LOG_LEVELS.join(', ')}`, read: (text) => LOG_LEVELS.find((level) => level === text) },
  duration: { expected: 'a duration such as 30m or 1h30m', read: readDuration },
  url: { expected: 'an address such as https://proxy.example.com', read: readOrigin },
};

/**
 * @param {string} text
 * @param {number} max
 */
function wholeNumber(text, max) {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  return number <= max ? number : undefined;
}

/**
 * Parses hours, minutes and seconds in this order, as milliseconds.
 * @param {string} text
 */
function readDuration(text) {
  const [whole, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?$/.exec(text) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return whole && ms > 0 ? ms : undefined;
}

/**
 * The origin of a URL. `proxy.example.com:443` means HTTPS. undefined for an invalid one, or one with more than an
 * origin.
 * @param {string} text
 */
function readOrigin(text) {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname) return undefined;
  const hasMore = url.username || url.password || url.search || url.hash || !/^\/(web\/?)?$/.test(url.pathname);
  return hasMore ? undefined : new URL(url.origin);
}

/**
 * @param {[string, Flag][]} entries
 * @param {string} word
 * @param {string | undefined} name
 */
function unknownWord(entries, word, name) {
  if (name === undefined) return `unexpected argument ${JSON.stringify(word)}. --help lists the flags`;
  const known = entries.map(([, flag]) => flag.name);
  const near = nearest(name, known);
  return `unknown flag --${name}. ${near ? `Did you mean --${near}? ` : ''}--help lists the flags`;
}
