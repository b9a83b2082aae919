import { describe, expect, test } from 'vitest';
import known from '../auditEvents.json';
import recorded from '../../../tests/fixtures/recorded/audit.json';
import { actorOf, addressOf, describedCodes, describeEvent } from './describeEvent.ts';
import { toEventItem } from './eventItem.ts';
import { eventLabels, eventValues } from './eventLabels.ts';

/** Fields that the sentence of a code must show (screens, Appendix A). Each entry has one or more codes, and fields. */
const OWED = `
PCS01I PCS02I: user, name | T1000I: user | T1000W: user, error | T1001I: user | T1001W: error | T1010I: user | T1011W: error
T1002I T1003I T1004I: name | T1005I: user | T1006I T1007I: user, mfa_device_type, mfa_device_name
T1006W: user, login, server_id, reason | T1008I T1009I T1009W: user
T2000I T2001I T2002I T2003I: user, sid | T2004I: user, sid, server_hostname | T2005I T2006I: sid
T2007I T2008I T2011I: user, app_name | T2010I: server_addr | T2012I: user, sid | T2013I: user, app_name, target
T3001I: user, name | T3001E: user, name, exitError | T3002I: user, server_hostname | T3002E: user, server_hostname, exitError
T3003I: user | T3003E: user, error | T3004I: user, path, server_hostname | T3004E: server_hostname, exitError
T3005I: user, path, server_hostname | T3005E: server_hostname, exitError | T3006I: user, reason | T3007W: user, error
T3008I T3008W: user | T3009I: user, verb, request_path, response_code, kubernetes_cluster | T3010I T3011I T3012I: user, name
T4000I: program, sid | T4001I: program, path, sid | T4002I: program, src_addr, dst_addr, dst_port, sid
T4003I: program, exit_status, sid | T5000I T5001I: id, state | T5002I: reviewer, id | T5003I: id
T5004I: user, resource_type, search_as_roles | T6000I: user, name | T6001I T6002I: name | T7000I T7001I: user, name
T7002I: user | T8000I T8001I T8100I T8101I T8200I T8201I T9000I T9001I: user, name | TAP03I TAP04I TAP05I: user, name
TBL00I TBL01I TBL02I TBL03I: user | TCA01I TCA03I TCA04I: user, db_service | TCA02I: user, query, db_service
TCC00E: unknown_event, unknown_code | TDB00I: user, db_name, db_user, db_roles, db_service
TDB00W: user, db_name, db_user, db_service | TDB01I: user, db_name, db_service | TDB02I TDB02W: user, db_query, db_name, db_service
TDB03I TDB04I TDB05I: user, name | TDB06I: user, db_name, db_service
TDP00I TDP00W TDP01I: user, windows_user, desktop_addr, windows_domain | TDP02I TDP03I: user, length, desktop_addr
TDP04I TDP04W: user, directory_name, desktop_addr
TDP05I TDP05W TDP06I TDP06W: user, length, file_path, directory_name, desktop_addr
TDS00I TDS00W: command_id, instance_id, account_id, region | TDY01I TDY01E: user, db_service, target
TES00I TES00E TOS00I TOS00E: user, db_service, path, query, target | TJ001I: bot_name, method | TJ002I: node_name, role, method
TLK00I TLK01I TLR00I TLR01I: user, name | TMS00I: user, proc_name, db_name, db_service
TMY00I: user, query, db_name, db_service | TMY01I TMY03I TMY04I TMY06I: user, statement_id, db_name, db_service
TMY02I: user, data_size, parameter_id, statement_id, db_name, db_service
TMY05I: user, rows_count, statement_id, db_name, db_service | TMY07I TMY08I TMY09I: user, schema_name, db_service
TMY10I TMY12I: user, db_service | TMY11I: user, process_id, db_service | TMY13I: user, subcommand, db_service
TOK001I TOK002I: added, updated, deleted | TOK004I TOK004E TOK005I TOK005E: name, source, user
TPG00I: user, query, statement_name, db_service | TPG01I: user, statement_name, portal_name, db_service
TPG02I: user, portal_name, db_service | TPG03I: user, portal_name, db_service | TPG04I: user, function_oid, db_service
TSI000I: user, service_provider_entity_id | TSI001I TSI001W TSI002I TSI002W TSI003I TSI003W: updated_by, name, service_provider_entity_id
TSI004I TSI004W: updated_by | TUW01I: user, upgrade_window_start
TV001I TV002I TV003I TV004I TV005I TV006I TV007I: user
`;
const owed = OWED.split(/[|\n]/)
  .filter((part) => part.trim() !== '')
  .flatMap((part) => {
    const [codes = '', fields = ''] = part.split(':');
    return codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, fields.split(',').map((field) => field.trim())] as const);
  });

const sample = (code: string, event: string, fields: readonly string[]): Record<string, unknown> => ({
  code,
  event,
  ...Object.fromEntries(fields.map((field) => [field, `<${field}>`])),
});

test('every event code of the catalogue has a description, and no other code has', () => {
  expect(known.map(({ code }) => code).filter((code) => !describedCodes().includes(code))).toEqual([]);
  expect(describedCodes().filter((code) => !known.some((one) => one.code === code))).toEqual([]);
});

/** Every text of an event that is shown or searched. */
function textsOf(event: unknown): string[] {
  const item = toEventItem(event);
  const { label, sentence, family, icon, user, resource, address, reason } = item;
  const labels = eventLabels(item).map(({ value }) => value);
  return [label, sentence, family, icon, user, resource, address, reason, ...labels, ...eventValues(item)];
}

function expectGoodText(event: object): void {
  const { label, sentence, icon, family } = describeEvent({ ...event });
  const json = JSON.stringify(event);
  for (const text of [label, sentence]) {
    expect(text, json).not.toMatch(/undefined|null|NaN|\[|\]|[{}]|\s\s|\s$|^\s|\.$/);
    expect(text.length, json).toBeGreaterThan(3);
  }
  expect(sentence, json).toMatch(/^[\p{Lu}<]/u);
  expect(icon, json).not.toBe('');
  expect(family, json).not.toBe('');
}

const WRONG_VALUES: readonly unknown[] = [null, 0, -1, true, '', '  ', [], [[]], {}, { a: 1 }, '{sid} [x]', '\u202e'];

describe.each(known.map((one) => [one.code, one] as const))('%s', (code, one) => {
  const whole = sample(code, one.event, one.fields);
  const without = (...left: readonly string[]) =>
    Object.fromEntries(Object.entries(whole).filter(([key]) => !left.includes(key)));

  test('has a complete sentence with all fields', () => expectGoodText(whole));

  test('has a complete sentence if any one field is missing', () => {
    for (const field of one.fields) expectGoodText(without(field));
  });

  test('has a complete sentence with a single field, and without fields', () => {
    for (const field of one.fields) expectGoodText(without(...one.fields.filter((other) => other !== field)));
    expectGoodText({ code, event: one.event });
    expectGoodText({ code });
  });

  test('accepts values of a wrong type in one field and in all fields', () => {
    for (const wrong of WRONG_VALUES) {
      const all = Object.fromEntries(one.fields.map((field) => [field, wrong]));
      const events = [...one.fields.map((field) => ({ ...whole, [field]: wrong })), { ...whole, ...all }];
      for (const event of [...events, { ...whole, event: wrong, time: wrong, uid: wrong, sid: wrong }])
        for (const text of textsOf(event)) expect(text, JSON.stringify(event)).not.toMatch(/undefined|\[object|NaN/);
    }
  });
});

test.each([[undefined], [null], [[]], [7], ['text'], [{}], [{ code: {} }], [{ code: 'T1000I', time: 'never' }]])(
  'shows the malformed event %j as a row',
  (event) => {
    for (const text of textsOf(event)) expect(text).not.toMatch(/undefined|\[object/);
    expect(describeEvent(toEventItem(event).recorded).label).not.toBe('');
  },
);

test.each(owed)('the sentence of %s contains %j', (code, fields) => {
  const one = known.find((entry) => entry.code === code);
  const { sentence } = describeEvent(sample(code, one?.event ?? '', fields));
  for (const field of fields) expect(sentence).toContain(`<${field}>`);
});

test.each(Object.values(recorded.events))('describes a recorded event of a cluster: $code', (event) => {
  const { label, sentence, failed } = describeEvent(event);
  expect(`${label} ${sentence}`).not.toMatch(/unknown|undefined/i);
  expect(failed).toBe(/[WE]$/.test(event.code));
});

test('truncates queries to 80 characters', () => {
  const { sentence } = describeEvent({ code: 'TDB02I', user: 'ann', db_query: 'x'.repeat(200), db_service: 'pg' });
  expect(sentence).toBe(`ann ran “${'x'.repeat(77)}...” on pg`);
});

test('distinguishes a question to Assist from the request for a conversation title', () => {
  const event = { code: 'TPA00I', user: 'ann', model: 'm', attachments: 0 };
  expect(describeEvent(event).sentence).toBe('ann asked Assist (model m)');
  expect(describeEvent({ ...event, purpose: 'title' }).sentence).toBe('ann asked Assist for a title (model m)');
});

test('the sentence of a file request states the direction, and the requester if another user decides', () => {
  const event = { user: 'mona', requester: 'mona', location: '/tmp/', filename: 'a.txt', server_hostname: 'web-1' };
  const words = (more: object): string => describeEvent({ ...event, download: false, ...more }).sentence;
  expect(words({ code: 'TPF00I' })).toBe('mona requested the upload of “a.txt” to “/tmp/” on web-1');
  expect(words({ code: 'TPF01I', user: 'ada' })).toBe('ada approved the upload of “a.txt” to “/tmp/” by mona on web-1');
  expect(words({ code: 'TPF02I', user: 'ada', download: true, location: '/etc/hosts', filename: '' })).toBe(
    'ada denied the download of “/etc/hosts” by mona on web-1',
  );
});

test('the end of a session has four sentences', () => {
  const event = {
    code: 'T2004I',
    user: 'ann',
    sid: 's',
    server_hostname: 'web-1',
    session_start: '2026-11-21T05:00:00Z',
    session_stop: '2026-11-21T05:31:47Z',
  };
  const words = (more: object): string => describeEvent({ ...event, ...more }).sentence;
  expect(words({ interactive: true })).toBe('ann ended a session of 31 m 47 s on web-1, session s');
  expect(words({ interactive: false })).toBe('ann ended a non-interactive session on web-1, session s');
  expect(words({ proto: 'kube', kubernetes_cluster: 'k' })).toBe(
    'ann ended a session on Kubernetes cluster k, session s',
  );
  expect(words({ proto: 'kube' })).toBe('ann ended a session on a Kubernetes cluster, session s');
});

test('distinguishes the outcomes of an event code by its fields', () => {
  expect(describeEvent({ code: 'T4002I', action: 1 }).failed).toBe(true);
  expect(describeEvent({ code: 'T4002I', action: 0 }).failed).toBe(false);
  expect(describeEvent({ code: 'TV005I', status: { success: true } }).failed).toBe(false);
  expect(describeEvent({ code: 'TV005I' }).failed).toBe(true);
  expect(describeEvent({ code: 'TSI000I', success: false }).label).toBe('SAML sign-in refused');
  expect(describeEvent({ code: 'T3009I', response_code: 403 }).failed).toBe(true);
});

test('describes an unknown code as unknown, with the name of the event', () => {
  expect(describeEvent({ code: 'X1', event: 'a.b' })).toMatchObject({ label: 'Unknown', sentence: 'Unknown: a.b' });
  expect(describeEvent({ event: 7 })).toMatchObject({ label: 'Unknown' });
  expect(describeEvent({ code: 'constructor' }).label).toBe('Unknown');
});

test('reads the actor, and the address without the port', () => {
  expect(actorOf({ updated_by: 'ann' })).toBe('ann');
  expect(actorOf({ identity: { user: 'bob' } })).toBe('bob');
  expect(addressOf({ 'addr.remote': '198.51.100.23:50114' })).toBe('198.51.100.23');
  expect(addressOf({ 'addr.remote': '[2001:db8::1]:443' })).toBe('2001:db8::1');
  expect(addressOf({})).toBe('');
});

describe('outcomes that the code does not state', () => {
  const of = (event: Record<string, unknown>) => toEventItem({ user: 'ada', program: 'cat', sid: 's1', ...event });

  test('a negative return code of a file access means that the file was not opened', () => {
    const opened = { code: 'T4001I', event: 'session.disk', path: '/etc/shadow' };
    expect(of({ ...opened, return_code: -13 })).toMatchObject({
      failed: true,
      label: 'File not opened',
      sentence: 'cat could not open /etc/shadow in session s1 (return code -13)',
    });
    expect(of({ ...opened, return_code: 3 })).toMatchObject({ failed: false, label: 'File opened' });
    expect(of(opened)).toMatchObject({ failed: false, sentence: 'cat opened /etc/shadow in session s1' });
  });

  test('a return code other than 0 means that a program did not run, and arguments are joined with spaces', () => {
    const ran = { code: 'T4000I', event: 'session.command', program: 'ls', argv: ['-l', '/'] };
    expect(of({ ...ran, return_code: -1 })).toMatchObject({
      failed: true,
      label: 'Program not run',
      sentence: 'ls could not run in session s1, started by ada: -l / (return code -1)',
    });
    expect(of({ ...ran, return_code: 0 })).toMatchObject({
      failed: false,
      sentence: 'ls ran in session s1, started by ada: -l /',
    });
  });

  test('an unknown code of an error keeps the reason', () => {
    expect(of({ code: 'ZZ001E', event: 'x', error: 'boom' })).toMatchObject({ failed: true, reason: 'boom' });
    expect(of({ code: 'ZZ001I', event: 'x', success: false })).toMatchObject({ failed: true });
    expect(of({ code: 'ZZ001I', event: 'x' })).toMatchObject({ failed: false });
  });
});

test.each([
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:3022', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['10.0.0.1:22', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.1'],
])('the address in %s is %s', (remote, address) => expect(addressOf({ 'addr.remote': remote })).toBe(address));

test('shows the validity of a link as a duration, or the recorded text if it is not a duration', () => {
  const link = { code: 'T6000I', event: 'reset_password_token.create', user: 'admin', name: 'viewer' };
  expect(describeEvent({ ...link, ttl: '1h0m0s' }).sentence).toMatch(/valid for 1 h$/);
  expect(describeEvent({ ...link, ttl: 'ever' }).sentence).toMatch(/valid for ever$/);
});
