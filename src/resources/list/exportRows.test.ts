import { expect, test } from 'vitest';
import { toNode } from '../../api/nodes.ts';
import { resources } from '../../descriptors/index.ts';
import { columnsOf } from './columns.ts';
import { exportText } from './exportRows.ts';

const nodes = resources.find((resource) => resource.name === 'nodes')!;
const rows = [
  toNode({ id: '1', hostname: 'web-1', addr: '10.0.0.1:22', tags: [{ name: 'env', value: 'a "b", c' }] }),
  toNode({ id: '2', hostname: '=cmd()', tunnel: true, tags: null }),
];

test('CSV has the columns that are shown, quoted where it must be, and runs nothing', () => {
  const columns = columnsOf(nodes, ['hostname', 'label:env', 'addr']);
  expect(exportText('csv', nodes, columns, rows)).toBe(
    'Hostname,env,Address\r\nweb-1,"a ""b"", c",10.0.0.1:22\r\n\'=cmd(),,tunnel\r\n',
  );
});

test('JSON has whole rows', () => {
  expect(JSON.parse(exportText('json', nodes, columnsOf(nodes), rows))).toEqual(rows);
});
