import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { toNode } from '../../api/nodes.ts';
import { resources, unserved } from '../../descriptors/index.ts';
import { columnsOf } from '../list/columns.ts';
import { exportName, exportText } from './exportRows.ts';

const nodes = resourceNamed('nodes');
const rows = [
  toNode({ id: '1', hostname: 'web-1', addr: '10.0.0.1:22', tags: [{ name: 'env', value: 'a "b", c' }] }),
  toNode({ id: '2', hostname: '=cmd()', tunnel: true, tags: null }),
];

test('CSV has the displayed columns, with quoted values and escaped formulas', () => {
  const columns = columnsOf(nodes, ['hostname', 'label:env', 'addr']);
  expect(exportText('csv', nodes, columns, rows)).toBe(
    'Hostname,env,Address\r\nweb-1,"a ""b"", c",10.0.0.1:22\r\n\'=cmd(),,tunnel\r\n',
  );
});

test.each(['=', '+', '-', '@', '\t', '\r', '\0'])('escapes a value that begins with %j', (first) => {
  const row = toNode({ id: '1', hostname: `${first}=1+cmd()` });
  const [, cell] = exportText('csv', nodes, columnsOf(nodes, ['hostname']), [row]).split('\r\n', 2);
  expect(cell).toMatch(/^"?'/);
});

test('times include their zone, and the file name has the list and the time', () => {
  const at = new Date('2026-11-21T22:28:05.123Z');
  const isPlainMoment = ({ kind, value }: { kind: string; value?: unknown }) => kind === 'moment' && !value;
  const resource = resources.find(({ fields }) => fields.some(isPlainMoment))!;
  const { source } = resource.fields.find(isPlainMoment)!;
  const text = exportText('csv', resource, columnsOf(resource, [source]), [{ id: '1', [source]: at }]);
  expect(text).toContain('2026-11-21T22:28:05.123Z');
  expect(exportName(nodes, at)).toBe('servers-2026-11-21T22-28-05Z');
});

test.each([
  [
    'joins documents into one file',
    ['---\nkind: role # a\n\n', 'kind: role # b', '\ufeffkind: role # c'],
    '---\nkind: role # a\n---\nkind: role # b\n---\nkind: role # c\n',
  ],
  [
    'keeps comments above the marker of a document and drops directives',
    ['# ours\n\n---\nkind: role', '%YAML 1.2\r\n# b\r\n---\r\nkind: role', '--- # c\nkind: role'],
    '---\n# ours\n\nkind: role\n---\n# b\r\nkind: role\n---\n# c\nkind: role\n',
  ],
])('%s', (_, texts, file) => {
  const documents = texts.map((content, i) => ({ id: String(i), content }));
  expect(exportText('yaml', resourceNamed('roles'), [], documents)).toBe(file);
});

test('JSON has complete rows', () => {
  expect(JSON.parse(exportText('json', nodes, columnsOf(nodes), rows))).toEqual(rows);
});

test('JSON has join tokens without their secrets', () => {
  const tokens = unserved.find(({ name }) => name === 'tokens')!;
  const row = { id: '1', shown: '****ab12', name: 'secret-ab12', method: 'token', content: 'name: secret-ab12' };
  const open = { id: '2', shown: 'builders', name: 'builders', method: 'iam', content: 'name: builders' };
  const { name: _, content: __, ...masked } = row;
  expect(JSON.parse(exportText('json', tokens, [], [row, open]))).toEqual([masked, open]);
});
