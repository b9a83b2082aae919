// Replays a recorded group against its own gateway, with one test for each exchange.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient, type Sent } from './ApiClient.ts';
import { startGateway, type Gateway } from './gateway.ts';
import { recordedGroup, type Recorded } from './recorded.ts';
import { answerFaults } from './sameAnswer.ts';

const here = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Passwords of the recorded accounts. */
export const PASSWORD = 'Contract-pass-1';
/** Intended differences: id of the exchange → reason. One that only “Adds …” a field is compared in all other fields. */
const DIFFERENCES = JSON.parse(here('../../gateway/differences.json')) as Record<string, string>;
/** The inventory of the recorded cluster. Its administrator had another name. */
export const RECORDED_CONFIG = here('../fixtures/gateway.yaml').replace('name: admin,', 'name: rec-admin,');

/** The part of a gateway that is needed here. */
export type Started = Pick<Gateway, 'base' | 'invite' | 'stop'>;

export type Stage = {
  gateway: Started;
  /** Token of the administrator's invitation. */
  token: string;
  /** The browser of this name. `admin` has completed the invitation unless the group is about the invitation. */
  client: (as: string) => ApiClient;
};

/** Completes a request whose placeholders are not sufficient. */
export type Mend = (stage: Stage, sent: Sent) => Partial<Sent> | Promise<Partial<Sent>>;

type Options = {
  config?: string;
  /** Starts the gateway in another form than as its own process. */
  start?: () => Promise<Started>;
  /** False: the administrator's invitation is still open. */
  signedIn?: boolean;
  prepare?: (stage: Stage) => Promise<void>;
  adjust?: Readonly<Record<string, Mend>>;
};

export function replayGroup(
  group: string,
  {
    config = RECORDED_CONFIG,
    start = () => startGateway({ config }),
    signedIn = true,
    prepare,
    adjust = {},
  }: Options = {},
): void {
  describe(`the recorded group ${group}`, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = toStage(await start());
      if (signedIn) await stage.client('admin').accept(stage.token, PASSWORD);
      await prepare?.(stage);
    }, 240_000);
    afterAll(() => stage.gateway.stop());

    test.each(recordedGroup(group).map((record) => [`${record.id}: ${record.note}`, record] as const))(
      '%s',
      async (_name, record) => {
        const client = stage.client(record.request.as);
        const sent = toSent(record, client);
        const answer = await client.send({ ...sent, ...(await adjust[record.id]?.(stage, sent)) });
        const faults = answerFaults(record, answer);
        const reason = DIFFERENCES[record.id];
        if (reason === undefined || reason.startsWith('Adds ')) expect(faults).toEqual([]);
        else expect([answer.status < 500, answer.status === 501], reason).toContain(true);
      },
    );
  });
}

function toStage(gateway: Started): Stage {
  const clients = new Map<string, ApiClient>();
  return {
    gateway,
    token: gateway.invite?.split('/').at(-1) ?? '',
    client(as) {
      const client = clients.get(as) ?? new ApiClient(gateway.base);
      clients.set(as, client);
      return client;
    },
  };
}

/** The request with the live values instead of its placeholders. */
function toSent({ request: { method, path, auth, headers = {}, body } }: Recorded, client: ApiClient): Sent {
  const live = (name: string, value: string): string => {
    if (!value.includes('<')) return value;
    if (name === 'x-csrf-token') return client.csrf;
    if (name === 'authorization') return value.replace('<hex64>', client.bearer);
    return value.replace(
      /([\w-]+)=<[^>]*>/g,
      (_whole, cookie: string) => `${cookie}=${client.cookies.get(cookie) ?? ''}`,
    );
  };
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, live(name, value)]));
  return {
    method,
    path: path
      .replace('access_token=<hex64>', `access_token=${client.bearer}`)
      .replace('csrf_token=<hex64>', `csrf_token=${client.csrf}`),
    headers: auth === 'session' ? { ...client.signedIn, ...filled } : filled,
    ...(body !== undefined && { body }),
  };
}
