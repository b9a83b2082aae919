import { change, type Sentence, type Words } from '../../../lib/sentence.ts';
import { at } from '../../../lib/json.ts';

/** What a new value of one setting means; undefined: nothing worth a sentence. */
export type Meaning = (value: unknown, before: unknown) => Sentence | undefined;

export const plain = (text: Words | string): Sentence => change(text);
export const dangerous = (text: Words | string): Sentence => change(text, { flagged: true });

/** One sentence for each setting that says something else than before, in the order of the table. */
export function reviewSettings(
  meanings: Readonly<Record<string, Meaning>>,
  before: unknown,
  after: unknown,
): readonly Sentence[] {
  return Object.entries(meanings).flatMap(([key, meaning]) => {
    const [was, is]: unknown[] = [at(before, 'spec', key), at(after, 'spec', key)];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return meaning(is, was) ?? [];
  });
}
