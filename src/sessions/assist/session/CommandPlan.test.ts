import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { toNode } from '../../../api/nodes.ts';
import { CommandPlan, queryOfProposal, type FoundNodes, type PlanPorts } from './CommandPlan.ts';

const NODES = [
  toNode({ id: 'a', hostname: 'web-1', sshLogins: ['root', 'deploy', 'ana'] }),
  toNode({ id: 'b', hostname: 'web-2', sshLogins: ['ubuntu', 'deploy', 'root', 'ana'] }),
  toNode({ id: 'c', hostname: 'db-1', sshLogins: ['postgres'] }),
];
const found = (...ids: string[]): FoundNodes => {
  const nodes = NODES.filter(({ id }) => ids.includes(id));
  return { nodes, total: nodes.length };
};

async function plan(
  ports: Partial<PlanPorts> = {},
  initial: { query?: string; login?: string; command?: string } = {},
) {
  const { query = 'name == "web"', command = 'uptime', login } = initial;
  const one = new CommandPlan(
    { query, command, login },
    { fetchNodes: async () => found('a', 'b'), preferredLogins: () => [], ...ports },
  );
  await one.evaluate();
  return one;
}

describe('builds the query from the proposal', () => {
  test.each([
    [{ nodes: ['n-1'], labels: [] }, 'name == "n-1"'],
    [
      { nodes: ['a', 'b'], labels: [{ key: 'env', value: 'dev' }] },
      'name == "a" || name == "b" || labels["env"] == "dev"',
    ],
    [{ nodes: ['" || true || "'], labels: [] }, String.raw`name == "\" || true || \""`],
    [
      { nodes: [], labels: [{ key: '"] == "" || labels["x', value: '\\' }] },
      String.raw`labels["\"] == \"\" || labels[\"x"] == "\\"`,
    ],
    [{ nodes: ['a'], labels: [], query: 'search("x")' }, 'search("x")'],
    [{ nodes: [], labels: [] }, ''],
  ])('%j', (proposal, query) => expect(queryOfProposal({ command: '', ...proposal })).toBe(query));
});

describe('logins', () => {
  test('are those that all servers allow, with the usual system logins last', async () => {
    const { view } = await plan();
    expect([view.logins, view.login, view.off]).toEqual([['ana', 'deploy', 'root'], 'ana', undefined]);
  });

  test('start with the first preferred login that is allowed, unless the user chooses another', async () => {
    const one = await plan({ preferredLogins: () => ['postgres', 'deploy'] });
    expect(one.view.login).toBe('deploy');
    one.edit({ login: 'root' });
    expect(one.view.login).toBe('root');
  });

  test('in common are required: nothing can run until the servers that lack one are removed', async () => {
    const one = await plan({ fetchNodes: async () => found('a', 'c') });
    expect(one.view.off).toBe(
      'No login is common to all 2: ana on 1, deploy on 1, postgres on 1. Remove servers until one is',
    );
    one.remove('c');
    expect(one.view).toMatchObject({ login: 'ana', off: undefined });
    one.remove('a');
    expect(one.view.off).toBe('All matching servers were removed');
    one.reset();
    expect(one.view.nodes).toHaveLength(2);
  });
});

describe('nothing can run', () => {
  test('without a query, which would match every server, and no servers are fetched', async () => {
    const one = await plan({ fetchNodes: () => Promise.reject(new Error('asked')) }, { query: ' ' });
    expect(one.view.off).toBe('Enter a query that finds the servers');
  });

  test('while the shown servers belong to an earlier query', async () => {
    const one = await plan();
    one.edit({ query: 'name == "db"' });
    expect(one.view.off).toBe('The servers are being searched');
    await one.evaluate();
    expect(one.view.off).toBeUndefined();
  });

  test('on the result of an earlier query that arrives late', async () => {
    const answers: ((nodes: FoundNodes) => void)[] = [];
    const one = new CommandPlan(
      { query: 'first', command: 'x', login: undefined },
      { fetchNodes: () => new Promise((resolve) => answers.push(resolve)), preferredLogins: () => [] },
    );
    const first = one.evaluate();
    one.edit({ query: 'second' });
    const second = one.evaluate();
    answers[1]?.(found('a'));
    await second;
    answers[0]?.(found('c'));
    await first;
    expect(one.view.nodes.map(({ id }) => id)).toEqual(['a']);
  });

  test.each([
    [async () => found(), 'No server matches'],
    [async () => ({ ...found('a'), total: 1200 }), /^1.200 servers match\. At most 500 can be used/],
    [() => Promise.reject(new ApiError('bad predicate', 400)), /^Invalid query\. .*bad predicate/],
    [() => Promise.reject(new ApiError('The server did not answer', 0)), /^Could not search servers/],
  ])('with the result of search %#', async (fetchNodes, why) => {
    const { view } = await plan({ fetchNodes });
    expect(view.off).toMatch(why);
  });

  test.each(['', '  \n', 'echo \u202egnp', 'echo a\u200bb', 'ls\u0007'])('with the command %j', async (command) => {
    expect((await plan({}, { command })).view.off).toBeDefined();
  });
});
