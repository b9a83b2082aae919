import type { Label } from '../api/nodes.ts';
import { formatDateTime, formatDuration, formatMillis, type Zone } from '../lib/dates.ts';

/** A word with its mark: the state must not depend on the colour alone. */
type State = { mark: 'ok' | 'warn' | 'danger' | 'ended'; word: string };
/** How a machine is reached: at an address, or through its reverse tunnel. */
type Endpoint = { address: string; tunnel: boolean };
/** A word with its own icon. `danger`: a failure. */
type Sign = { icon: string; word: string; danger: boolean };
type TraitLists = Readonly<Record<string, readonly string[]>>;

/** The values for the renderers of a kind. A new kind does not compile until cell, input and text exist. */
export type KindValue = {
  text: string | number;
  /** Text that machines read: identifiers, versions. */
  mono: string;
  person: string;
  endpoint: Endpoint;
  state: State;
  /** A time, or a text that replaces it. */
  time: Date | string;
  /** A time with milliseconds. */
  moment: Date;
  /** A start time, shown as the elapsed time, or a text that replaces it. */
  since: Date | string;
  /** Milliseconds, with a bar. 0 is unknown. */
  length: number;
  sign: Sign;
  people: readonly string[];
  /** Names of resources of several kinds: the kind, and the name. */
  pairs: readonly Label[];
  /** A time that is shown as a date, or a text that replaces it. */
  day: Date | string;
  /** An end time, shown as the remaining time, or a text that replaces it. */
  until: Date | string;
  chips: readonly string[];
  labels: readonly Label[];
  traits: TraitLists;
  yaml: string;
};
export type Kind = keyof KindValue;

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isDate = (value: unknown): value is Date => value instanceof Date;
const isMoment = (value: unknown): value is Date | string => isDate(value) || isText(value);
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isLabels = (value: unknown): value is readonly Label[] =>
  Array.isArray(value) && value.every((label) => isObject(label) && isText(label.name) && isText(label.value));

/** Guards directly before rendering: a value that does not match its kind shows as a dash and does not crash. */
const guards: { [K in Kind]: (value: unknown) => value is KindValue[K] } = {
  text: (value) => isText(value) || typeof value === 'number',
  mono: isText,
  person: isText,
  endpoint: (value): value is Endpoint => isObject(value) && isText(value.address) && typeof value.tunnel === 'boolean',
  state: (value): value is State => isObject(value) && isText(value.mark) && isText(value.word),
  time: isMoment,
  moment: isDate,
  since: isMoment,
  length: (value) => typeof value === 'number',
  sign: (value): value is Sign => isObject(value) && isText(value.icon) && isText(value.word),
  people: isTexts,
  pairs: isLabels,
  day: isMoment,
  until: isMoment,
  chips: isTexts,
  labels: isLabels,
  traits: (value): value is TraitLists => isObject(value) && Object.values(value).every(isTexts),
  yaml: isText,
};

export function asKind<K extends Kind>(kind: K, value: unknown): KindValue[K] | undefined {
  const guard: (value: unknown) => value is KindValue[K] = guards[kind];
  return guard(value) ? value : undefined;
}

const isUnknown = (time: Date): boolean => Number.isNaN(time.getTime());
const momentText = (value: Date | string, zone: Zone): string =>
  !isDate(value) ? value : isUnknown(value) ? 'unknown' : formatDateTime(value, zone);

/** The text for search, copy, export and tooltips. */
const texts: { [K in Kind]: (value: KindValue[K], zone: Zone) => string } = {
  text: String,
  mono: (value) => value,
  person: (value) => value,
  endpoint: ({ address, tunnel }) => (tunnel ? 'tunnel' : address),
  state: ({ word }) => word,
  time: momentText,
  moment: (value, zone) => momentText(value, zone) + (isUnknown(value) ? '' : formatMillis(value)),
  since: momentText,
  length: (value) => (value > 0 ? formatDuration(value) : 'unknown'),
  sign: ({ word }) => word,
  people: (value) => value.join(', '),
  pairs: (value) => value.map(({ name, value: named }) => `${name}: ${named}`).join(', '),
  day: momentText,
  until: momentText,
  chips: (value) => value.join(', '),
  labels: (value) => value.map((label) => `${label.name}=${label.value}`).join(', '),
  traits: (value) =>
    Object.entries(value)
      .map(([name, values]) => `${name}=${values.join('|')}`)
      .join(', '),
  yaml: (value) => value,
};

export function textOfKind<K extends Kind>(kind: K, value: KindValue[K], zone: Zone): string {
  const text: (value: KindValue[K], zone: Zone) => string = texts[kind];
  return text(value, zone);
}
