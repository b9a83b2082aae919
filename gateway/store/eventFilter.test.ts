// A filter matches the same events on the server as in the console: this compares SQL with the evaluator.
import { expect, test } from 'vitest';
import { Random } from '../../tests/support/random.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { parsedPredicate } from '../../tests/support/parsed.ts';
import { toEventItem } from '../../src/wire/audit/eventItem.ts';
import { eventLabels, eventValues } from '../../src/wire/audit/eventLabels.ts';
import known from '../../src/wire/auditEvents.json';
import { evaluatePredicate } from '../../src/wire/predicate/evaluate.ts';
import { predicateItem } from '../../src/wire/predicate/predicateItem.ts';
import type { Predicate } from '../../src/wire/predicate/query.ts';
import { matchesSearch } from '../../src/wire/predicate/search.ts';
import { LOOKED_AT_MAX, type EventDocument } from './events.ts';
import { STEPS } from './migrations.ts';

const SPAN = { fromMs: 0, toMs: 1e9 };

function filled(documents: readonly EventDocument[]) {
  const { db, events } = memoryStores();
  db.transaction(() => documents.forEach((document, i) => events.add(String(document['uid']), i, '', document)));
  return { db, events };
}
const found = (documents: readonly EventDocument[], predicate?: Predicate, search: readonly string[] = []) =>
  documents
    .filter((document) => {
      const item = toEventItem(document);
      const seen = predicateItem({ name: item.label, labels: eventLabels(item), values: eventValues(item) });
      return matchesSearch(search, seen.searchValues) && (!predicate || evaluatePredicate(predicate, seen));
    })
    .map(({ uid }) => uid);

/** The schema migration that adds the columns. */
const UPDATE_OF_COLUMNS = STEPS.flatMap((step) =>
  step.includes('ADD COLUMN actor') ? [...step.matchAll(/UPDATE events[^;]*;/g)] : [],
)
  .map(([text]) => text)
  .join('');

/** Events of every kind, with unusual values and equal values. */
function documentsFrom(random: Random, count: number): EventDocument[] {
  const values = [
    'ann',
    'bob',
    '',
    'a "b"',
    'o\u0000o',
    '\ud800',
    'refused or failed',
    'ANN',
    '日本',
    7,
    null,
    ['ann', 'x'],
  ];
  return Array.from({ length: count }, (_, i) => {
    const { code, event } = random.pick(known);
    const one = () => random.pick(values);
    return {
      uid: `u${i}`,
      time: new Date(i * 1000).toISOString(),
      ...(random.chance(0.9) && { code, event }),
      ...(random.chance(0.7) && { user: one() }),
      ...(random.chance(0.5) && { server_hostname: one() }),
      ...(random.chance(0.3) && { 'addr.remote': random.pick(['10.0.0.1:22', '[::1]:443', 'x', '10.0.0.2']) }),
      ...(random.chance(0.3) && { sid: one() }),
      ...(random.chance(0.2) && { success: random.chance(0.5), action: random.below(2) }),
    };
  });
}

function conditionFrom(random: Random, depth: number): string {
  const label = `labels["${random.pick(['outcome', 'type', 'user', 'resource', 'address', 'code', 'session', 'none'])}"]`;
  const values = [
    'ann',
    'bob',
    '',
    'refused or failed',
    'succeeded',
    'Sign-ins',
    'Other',
    'Unknown',
    '10.0.0.1',
    '::1',
  ];
  const value = JSON.stringify(random.pick([...values, 'T1000W', 'o\\u0000o', '日本', 'ann, x', '7']));
  if (depth > 0 && random.chance(0.6)) {
    const [a, b] = [conditionFrom(random, depth - 1), conditionFrom(random, depth - 1)];
    return random.pick([`!(${a})`, `(${a} && ${b})`, `(${a} || ${b})`, `(${label} == ${value} || ${label} == "bob")`]);
  }
  return random.pick([
    `${label} == ${value}`,
    `${label} != ${value}`,
    `exists(${label})`,
    `${value} == ${label}`,
    `search("signed")`,
    `search("ann", "t")`,
    `name == "Sign-in"`,
    `resource.a == ""`,
  ]);
}

test('random queries find the same events in the store and in the console', () => {
  const random = new Random(11);
  const documents = documentsFrom(random, 400);
  const { db, events } = filled(documents);
  // Texts are stored without the parts that the driver cannot store.
  const plain = (text: string) => !text.includes('u0000');
  for (let round = 0; round < 150; round++) {
    const text = conditionFrom(random, 3);
    if (!plain(text)) continue;
    const predicate = parsedPredicate(text);
    const query = { ...SPAN, order: 'asc', limit: 1000, filter: { search: [], predicate } } as const;
    const wanted = found(documents, predicate);
    expect(
      events.page(query).events.map(({ uid }) => uid),
      text,
    ).toEqual(wanted);
    const { bars } = events.histogram({ ...query, stepMs: 100 });
    expect(
      [...bars.values()].reduce((sum, { count }) => sum + count, 0),
      text,
    ).toBe(wanted.length);
  }
  db.close();
});

test('a search looks for words in the sentence that the console shows', () => {
  const documents = documentsFrom(new Random(5), 500);
  const { db, events } = filled(documents);
  for (const search of [
    ['ann'],
    ['user', 'created'],
    ['10.0.0'],
    ['1970-01-01 00:0'],
    ['session'],
    ['nobody at all'],
  ]) {
    const page = events.page({ ...SPAN, order: 'asc', limit: 1000, filter: { search } });
    expect(page.events.map(({ uid }) => uid)).toEqual(found(documents, undefined, search));
  }
  db.close();
});

test('a search for rare words continues where the previous request ended', () => {
  const count = LOOKED_AT_MAX + 20;
  const documents = Array.from({ length: count }, (_, i) => ({
    uid: `u${i}`,
    code: 'T1000I',
    user: i < 2 ? 'rare' : 'x',
  }));
  const { db, events } = filled(documents);
  const query = { ...SPAN, order: 'desc', limit: 10, filter: { search: ['rare'] } } as const;
  const first = events.page(query);
  expect(first).toEqual({ events: [], next: 'u20' });
  expect(events.page({ ...query, after: first.next }).events.map(({ uid }) => uid)).toEqual(['u1', 'u0']);
  const counted = events.histogram({ ...query, stepMs: 1000 });
  expect(counted).toEqual({ bars: new Map(), next: 'u20' });
  expect(events.histogram({ ...query, stepMs: 1000, after: counted.next })).toEqual({
    bars: new Map([[0, { count: 2, flagged: 0 }]]),
    next: '',
  });
  db.close();
});

test('events of an older database get the same columns', () => {
  const documents = [
    { uid: 'a', code: 'T1000W', user: 'ann', 'addr.remote': '198.51.100.7:5000', sid: 's' },
    { uid: 'b', code: 'T2000I', server_hostname: 'web', server_id: 'id', 'addr.remote': '[2001:db8::1]:443' },
    { uid: 'c', code: 'TC000I', identity: { user: 'bob' }, 'addr.remote': '198.51.100.7' },
    { uid: 'd', user: '', updated_by: 'eve', server_id: 'id' },
    { uid: 'e' },
  ];
  const columns = 'uid, code, failed, actor, resource, address, session';
  const { db } = filled(documents);
  const fresh = db.all(`SELECT ${columns} FROM events ORDER BY id`);
  db.run("UPDATE events SET code = '', failed = 0, actor = '', resource = '', address = '', session = ''");
  db.exec(UPDATE_OF_COLUMNS);
  expect(db.all(`SELECT ${columns} FROM events ORDER BY id`)).toEqual(fresh);
  db.close();
});
