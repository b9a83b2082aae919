import { nearestWord } from '../../../lib/nearestWord.ts';
import type { Finding } from '../schema/checkSchema.ts';
import type { TypeName } from '../schema/schema.ts';

const TYPES: Readonly<Record<TypeName, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'fields',
  null: 'nothing',
};
/** A sentence with more names than this is useless. Completion offers all of them. */
const MAX_LISTED = 8;
const MAX_SHOWN = 40;

const quoted = (value: unknown): string => `“${String(value)}”`;

const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return TYPES.array;
  const kind = typeof value;
  if (kind === 'boolean' || kind === 'number' || kind === 'string')
    return `${TYPES[kind]} (${String(value).slice(0, MAX_SHOWN)})`;
  return TYPES.object;
};

type Words = { message: string; fix?: string };

const orMeant = (start: string, suggestion: string | undefined, rest: string): Words =>
  suggestion === undefined
    ? { message: `${start}${rest}` }
    : { message: `${start}. Did you mean ${quoted(suggestion)}?`, fix: suggestion };

/**
 * What happens to a field that is in no schema: a 13.1 cluster drops it, the gateway keeps it (resource-specs §0.4).
 */
const UNKNOWN_FIELDS = {
  kept: 'The server ignores it and keeps it unchanged',
  removed: 'The server removes it when it saves',
  unclear: 'The server is newer and may know it',
};
export type UnknownFields = keyof typeof UNKNOWN_FIELDS;

/** The message of a finding, and the word that was most likely meant. */
export function findingMessage(finding: Finding, unknownFields: UnknownFields): Words {
  switch (finding.kind) {
    case 'unknown': {
      const name = String(finding.path.at(-1));
      return orMeant(
        `${quoted(name)} is not a known field`,
        nearestWord(name, finding.knownKeys),
        `. ${UNKNOWN_FIELDS[unknownFields]}`,
      );
    }
    case 'missing':
      return { message: `${quoted(finding.name)} is missing` };
    case 'type':
      return {
        message: `This is ${typeOf(finding.found)} and should be ${either(finding.expected.map((t) => TYPES[t]))}`,
      };
    case 'value': {
      const allowed = finding.allowed.map(String);
      const suggestion = typeof finding.found === 'string' ? nearestWord(finding.found, allowed) : undefined;
      const listed = allowed.length <= MAX_LISTED ? `: ${either(allowed)}` : '';
      return orMeant(`${quoted(finding.found)} is not a known value`, suggestion, listed);
    }
    case 'form':
      return { message: finding.found === '' ? 'Enter a value' : `This should be ${finding.expected}` };
    case 'unreadable':
      return { message: `This cannot be read: ${finding.why}` };
    case 'newer':
      return {
        message: `${finding.value === undefined ? 'This' : quoted(finding.value)} requires server version ${finding.since}. Older servers ignore it`,
      };
    case 'enterprise':
      return { message: 'Open-source servers reject or ignore this' };
    case 'needed':
      return { message: finding.why };
    case 'count':
      return { message: finding.least === 1 ? 'The list is empty' : `The list needs at least ${finding.least} items` };
  }
}
