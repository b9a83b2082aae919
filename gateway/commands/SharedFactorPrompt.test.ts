import { expect, test } from 'vitest';
import { SharedFactorPrompt } from './SharedFactorPrompt.ts';

/** A prompt whose answers the test controls. */
function questioned() {
  const answers: { right: () => void; wrong: () => void }[] = [];
  const put = () =>
    new Promise<void>((resolve, reject) => answers.push({ right: resolve, wrong: () => reject(new Error('wrong')) }));
  return { key: new SharedFactorPrompt(put), answers };
}
const turn = () => new Promise(setImmediate);

test('one right answer applies to all calls', async () => {
  const { key, answers } = questioned();
  const all = [key.prove(), key.prove(), key.prove()];
  await turn();
  expect(answers).toHaveLength(1);
  answers[0]?.right();
  await Promise.all([...all, key.prove()]);
  expect(answers).toHaveLength(1);
});

test('a wrong answer fails only its own call, and the next call prompts again', async () => {
  const { key, answers } = questioned();
  const [first, second] = [key.prove(), key.prove()];
  await turn();
  answers[0]?.wrong();
  await expect(first).rejects.toThrow('wrong');
  await turn();
  expect(answers).toHaveLength(2);
  answers[1]?.right();
  await second;
});
