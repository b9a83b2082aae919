// Answers of a real cluster (tests/fixtures/recorded).
import { readFileSync } from 'node:fs';

export type Recorded = {
  id: string;
  note: string;
  request: {
    method: string;
    path: string;
    /** The browser that sends it. */
    as: string;
    /** With all headers of a signed-in console. */
    auth?: 'session';
    headers?: Record<string, string>;
    body?: unknown;
  };
  response: {
    /** 0: the connection was dropped. */
    status: number;
    headerSet?: string;
    headers?: Record<string, string | string[]>;
    format?: string;
    body?: unknown;
  };
};

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/recorded/${name}.json`, import.meta.url), 'utf8'));

export const recordedGroup = (name: string): readonly Recorded[] => (read(name) as { records: Recorded[] }).records;

/** The example of an audit event that the recorded cluster wrote. undefined if the recording has none. */
export const recordedEvent = (code: string, event: string): unknown =>
  (read('audit') as { events: Record<string, unknown> }).events[`${code} ${event}`];

/** The example of every kind of event. */
export const recordedEvents = (): readonly unknown[] =>
  Object.values((read('audit') as { events: Record<string, unknown> }).events);

const headerSets = read('header-sets') as Record<string, Record<string, string>>;

export const recordedHeaders = ({ response }: Recorded): Record<string, string | string[] | undefined> => ({
  ...(response.headerSet !== undefined && headerSets[response.headerSet]),
  ...response.headers,
});
