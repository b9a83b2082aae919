// The planner's explanations of attachments, from tables and the access evaluator only.
import { parseJson, isObject } from '../../../src/lib/json.ts';
import type { AssistContext } from '../../../src/wire/assist/messages.ts';
import { describeEvent, reasonOf } from '../../../src/wire/audit/describeEvent.ts';
import { codeText, literal } from '../texts.ts';
import knownErrors from './knownErrors.json' with { type: 'json' };

/** Exit statuses with a defined meaning (bash(1) "EXIT STATUS", sysexits.h). */
const EXIT_STATUS = new Map(Object.entries(knownErrors.exitStatus));
/** Messages in the output, and their meaning. */
const MESSAGES = knownErrors.messages.map(({ pattern, means }) => ({ pattern: new RegExp(pattern, 'i'), means }));

const EXIT = /(?:exit(?:ed with)?(?: status| code)?|status|returned|code)[ \t]{0,3}:?[ \t]{0,3}(\d{1,3})\b/giu;

/**
 * `roleSentences` describes a role document, or returns undefined. Returns undefined if no attachment could be
 * explained.
 */
export async function explainContexts(
  context: readonly AssistContext[],
  roleSentences: (text: string) => Promise<readonly string[] | undefined>,
): Promise<string | undefined> {
  const explained = context.filter(({ kind }) => kind !== 'servers');
  if (explained.length === 0) return undefined;
  const parts: string[] = [];
  for (const item of explained) parts.push(await explain(item, roleSentences));
  return parts.join('\n\n');
}

async function explain(
  { kind, text }: AssistContext,
  roleSentences: (text: string) => Promise<readonly string[] | undefined>,
): Promise<string> {
  switch (kind) {
    case 'output':
    case 'terminal':
      return explainOutput(text);
    case 'event':
      return explainEvent(text);
    case 'role': {
      const sentences = await roleSentences(text);
      if (!sentences) return 'The attached text is not a role that I can read.';
      return `This role does the following:\n\n${sentences.map((sentence) => `- ${literal(sentence)}`).join('\n')}`;
    }
    case 'servers':
    case 'document':
      return 'I cannot explain documents of this kind.';
    default:
      return kind satisfies never;
  }
}

function explainOutput(text: string): string {
  const meanings = MESSAGES.filter(({ pattern }) => pattern.test(text)).map(({ means }) => means);
  const statuses = [...new Set(Array.from(text.matchAll(EXIT), ([, digits]) => String(Number(digits))))];
  const exits = statuses.flatMap((status) => {
    const means = EXIT_STATUS.get(status);
    return means === undefined ? [] : [`Exit status ${status}: ${means}`];
  });
  const found = [...meanings, ...exits];
  if (found.length === 0) return 'I found no exit status and no error message that I know in the attached output.';
  return `I found these in the attached output:\n\n${found.map((line) => `- ${line}`).join('\n')}`;
}

function explainEvent(text: string): string {
  const event = parseJson(text);
  if (!isObject(event)) return 'The attached text is not an audit event that I can read.';
  const { label, sentence, failed, family } = describeEvent(event);
  if (label === 'Unknown') return 'I do not know the code of this audit event.';
  const reason = failed ? reasonOf(event) : '';
  return `**${label}** (${family}): ${literal(sentence)}.${failed ? ' It was refused or failed.' : ''}${reason ? ` The reason given: ${codeText(reason)}` : ''}`;
}
