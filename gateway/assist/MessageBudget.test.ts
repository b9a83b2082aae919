import { expect, test } from 'vitest';
import { toGatewayConfig } from '../config/toGatewayConfig.ts';
import type { AssistUsageStore } from '../store/assistUsage.ts';
import { MessageBudget } from './MessageBudget.ts';

function openBudget(tokensPerDay: number) {
  const used = { messages: 0, tokens: 0 };
  const usage: Pick<AssistUsageStore, 'of' | 'add'> = {
    of: (user) => (user === 'ana' ? used : { messages: 0, tokens: 0 }),
    add: (_user, _day, { messages, tokens }) => {
      used.messages += messages;
      used.tokens += tokens;
    },
  };
  const config = { ...toGatewayConfig({}, '/nowhere').assist, tokensPerDay };
  const budget = new MessageBudget({ usage: usage as AssistUsageStore, now: () => 0, config: () => config });
  return { budget, used };
}

test('parallel answers share the budget of a day, and unused tokens are free again', () => {
  const { budget, used } = openBudget(1000);
  const first = budget.reserve('ana', 600);
  expect(budget.reserve('ana', 600)).toBeUndefined();
  const second = budget.reserve('ana', 400);
  expect(budget.reserve('ana', 1)).toBeUndefined();
  expect(budget.reserve('ben', 600)).toBeDefined();
  first?.(100);
  second?.(0);
  expect(used.tokens).toBe(100);
  expect(budget.reserve('ana', 900)).toBeDefined();
});

test('a single answer may exceed the rest of the budget, and no other answer starts then', () => {
  const { budget } = openBudget(1000);
  const settle = budget.reserve('ana', 5000);
  expect(settle).toBeDefined();
  expect(budget.reserve('ana', 1)).toBeUndefined();
  settle?.(1000);
  expect(budget.reserve('ana', 1)).toBeUndefined();
});
