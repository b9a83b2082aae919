import { readable } from '../../../wire/envelope.ts';
import { readDate } from '../../../wire/http.ts';
import type {
  AssistContext,
  AssistMessageJson,
  CommandProposal,
  CommandResult,
  CommandRun,
  ContextKind,
  ToolCall,
} from '../../../wire/assist/messages.ts';
import {
  decodeCommand,
  decodePartial,
  decodeResult,
  decodeRun,
  decodeToolCall,
} from '../../../wire/assist/payloads.ts';

/** One entry of a conversation. `id` stays the same while the page shows it. */
export type Entry = { id: string; at: Date } & EntryContent;

/** `sending`: waits for the socket. `sent`: not yet confirmed by the server. `failed`: the server does not have it. */
export type Delivery = 'sending' | 'sent' | 'stored' | 'failed';

export type EntryContent =
  | { kind: 'user'; text: string; context: readonly AssistContext[]; delivery: Delivery }
  /** `idx`: of a text that arrives in parts. */
  | { kind: 'assistant'; text: string; idx: number | undefined; state: 'writing' | 'whole' | 'stopped' }
  | { kind: 'error'; text: string }
  | { kind: 'tool'; call: ToolCall }
  /** `login`: of a run that the user edits again. `ids`: its servers, if the names in the proposal may find others. */
  | { kind: 'command'; proposal: CommandProposal; login?: string; ids?: readonly string[] }
  | { kind: 'run'; run: CommandRun }
  | { kind: 'result'; result: CommandResult };

type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>;
export type CommandEntry = EntryOf<'command'>;

let lastId = 0;

/** A new entry that only the page has. */
export const toEntry = <C extends EntryContent>(content: C, at: number | string): { id: string; at: Date } & C => ({
  ...content,
  id: `page ${++lastId}`,
  at: typeof at === 'string' ? readDate(at) : new Date(at),
});

/** A message has the same id from the socket and from the history, so that the user's changes survive another read. */
const ofMessage = (content: EntryContent, { type, created_time: at, payload }: AssistMessageJson): Entry => ({
  ...content,
  id: `${type} ${at} ${payload}`,
  at: readDate(at),
});

/** What a message reports about the answer in progress. */
type Progress = 'none' | 'writing' | 'ended';
type Received = { entries: readonly Entry[]; progress: Progress };

/** Adds a message of the socket. Unknown types and unreadable payloads change nothing. */
export function receive(entries: readonly Entry[], message: AssistMessageJson): Received {
  const { type, payload, created_time: at } = message;
  if (type === 'CHAT_PARTIAL_MESSAGE_ASSISTANT') return receivePart(entries, message);
  if (type === 'CHAT_PARTIAL_MESSAGE_ASSISTANT_FINALIZE') return { entries: finished(entries), progress: 'ended' };
  if (type === 'CHAT_MESSAGE_ERROR')
    return { entries: [...finished(entries), toEntry({ kind: 'error', text: payload }, at)], progress: 'ended' };
  const content = contentOf(message);
  if (!content) return { entries, progress: 'none' };
  const ends = content.kind === 'assistant' || content.kind === 'command';
  return { entries: insert(finished(entries), ofMessage(content, message)), progress: ends ? 'ended' : 'none' };
}

/** The entries of a history, in its order. */
export function entriesOf(history: readonly AssistMessageJson[]): readonly Entry[] {
  const usedIds = new Set<string>();
  return history.flatMap((message) => {
    const content = contentOf(message);
    if (!content) return [];
    const entry = ofMessage(content, message);
    const id = usedIds.has(entry.id) ? `${entry.id} ${++lastId}` : entry.id;
    usedIds.add(id);
    return [{ ...entry, id }];
  });
}

/** Ends the answer in progress. `how`: its state. */
export const finished = (entries: readonly Entry[], how: 'whole' | 'stopped' = 'whole'): readonly Entry[] =>
  entries.some((entry) => entry.kind === 'assistant' && entry.state === 'writing')
    ? entries.map((entry) =>
        entry.kind === 'assistant' && entry.state === 'writing' ? { ...entry, state: how } : entry,
      )
    : entries;

function receivePart(entries: readonly Entry[], { payload, created_time: at }: AssistMessageJson): Received {
  const part = readable(() => decodePartial(payload));
  if (!part) return { entries, progress: 'none' };
  const { content, idx } = part;
  const last = entries.at(-1);
  // A part that arrives after the end of its text still belongs to it.
  const goesOn = last?.kind === 'assistant' && (last.state === 'writing' || last.idx === idx);
  if (!goesOn) {
    const started = toEntry({ kind: 'assistant', text: content, idx, state: 'writing' } as const, at);
    return { entries: [...entries, started], progress: 'writing' };
  }
  return {
    entries: [...entries.slice(0, -1), { ...last, text: last.text + content }],
    progress: last.state === 'writing' ? 'writing' : 'none',
  };
}

/** A greeting goes before a message that still waits for the socket. */
function insert(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const waiting = entries.findIndex((other) => other.kind === 'user' && other.delivery === 'sending');
  return waiting < 0 ? [...entries, entry] : entries.toSpliced(waiting, 0, entry);
}

function contentOf({ type, payload, context = [] }: AssistMessageJson): EntryContent | undefined {
  switch (type) {
    case 'CHAT_MESSAGE_USER':
      return { kind: 'user', text: payload, context, delivery: 'stored' };
    case 'CHAT_MESSAGE_ASSISTANT':
      return { kind: 'assistant', text: payload, idx: undefined, state: 'whole' };
    case 'TOOL_CALL':
      return readable(() => ({ kind: 'tool', call: decodeToolCall(payload) }));
    case 'COMMAND':
      return readable(() => ({ kind: 'command', proposal: decodeCommand(payload) }));
    case 'COMMAND_RUN':
      return readable(() => ({ kind: 'run', run: decodeRun(payload) }));
    case 'COMMAND_RESULT':
      return readable(() => ({ kind: 'result', result: decodeResult(payload) }));
    default:
      return undefined;
  }
}

const KIND_LABELS: Readonly<Record<ContextKind, string>> = {
  servers: 'Servers',
  terminal: 'Terminal',
  output: 'Output',
  event: 'Audit event',
  role: 'Role',
  document: 'Document',
};

/** The kind of the text, and its title. */
export const contextLabel = ({ kind, title }: Pick<AssistContext, 'kind' | 'title'>): string =>
  title === '' ? KIND_LABELS[kind] : `${KIND_LABELS[kind]}: ${title}`;

/** For a cluster that accepts only text: each context follows in a fence that is longer than any fence inside. */
export const textWithContext = (text: string, context: readonly AssistContext[]): string =>
  [
    text,
    ...context.map((item) => {
      const longest = Math.max(2, ...(item.text.match(/`+/g) ?? []).map(({ length }) => length));
      const fence = '`'.repeat(longest + 1);
      return `${contextLabel(item)}\n${fence}\n${item.text}\n${fence}`;
    }),
  ].join('\n\n');

/** The question of the last answer in a history: a message, or the results of a run. */
export function lastAsked(entries: readonly Entry[]): 'message' | { executionId: string } {
  const last = entries.findLast(({ kind }) => kind === 'user' || kind === 'run' || kind === 'result');
  if (last?.kind === 'run') return { executionId: last.run.executionId };
  return last?.kind === 'result' ? { executionId: last.result.executionId } : 'message';
}

/** Messages of the user that the server may not have. */
export const unstoredText = (entries: readonly Entry[]): string =>
  entries.flatMap((entry) => (entry.kind === 'user' && entry.delivery !== 'stored' ? [entry.text] : [])).join('\n');

/** Entries to keep after the history was read: those that the server does not have, and plans that the user edits. */
export function localEntries(entries: readonly Entry[], stored: readonly Entry[]): readonly Entry[] {
  const texts = stored.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : []));
  /** Removes a match: a message that repeats an earlier text has arrived only if the history has the text again. */
  const takeText = (text: string): boolean => {
    const index = texts.indexOf(text);
    if (index >= 0) texts.splice(index, 1);
    return index >= 0;
  };
  const isStoredRun = (entry: Entry): boolean =>
    entry.kind === 'run' &&
    stored.some((other) => other.kind === 'run' && other.run.executionId === entry.run.executionId);
  return entries.flatMap((entry, i): readonly Entry[] => {
    switch (entry.kind) {
      case 'user':
        if (entry.delivery === 'sending' || entry.delivery === 'failed') return [entry];
        return takeText(entry.text) || entry.delivery === 'stored' ? [] : [{ ...entry, delivery: 'failed' }];
      case 'command': {
        // A plan that has run, or that the conversation has passed, is not added at the end again.
        const next = entries.slice(i + 1).find(({ kind }) => kind === 'run' || kind === 'command' || kind === 'user');
        const isOver = next !== undefined && (next.kind !== 'run' || isStoredRun(next));
        return entry.login === undefined || isOver ? [] : [entry];
      }
      case 'run':
        return isStoredRun(entry) ? [] : [entry];
      default:
        return [];
    }
  });
}
