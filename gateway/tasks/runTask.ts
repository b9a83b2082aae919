import { ApiFailure } from '../http/failures.ts';
import { StoreError, UnstorableText } from '../store/storeError.ts';
import { explainAccess, roleSentences, serverFacts, serverLabels } from './assistReads.ts';
import { conversation, conversations } from './conversationReads.ts';
import { documentItems, locks, removedDocuments, resourceItems, revisions, users } from './documentReads.ts';
import { foundNodes, inventoryList, resourceCheck } from './inventoryReads.ts';
import { auditEvents, eventFacets, eventHistogram, recordedSessions, usageEvents } from './logReads.ts';
import { loginHolders } from './loginHolders.ts';
import { recordingReviews, recordingSearch } from './recordingReads.ts';
import type { TaskParts } from './taskParts.ts';
import { parseText, patchText, roleFault } from './yamlTasks.ts';

/** Tasks whose result is the body of an answer: the thread returns the bytes that are sent. */
const ANSWERS = {
  auditEvents,
  conversation,
  conversations,
  documentItems,
  eventFacets,
  eventHistogram,
  inventoryList,
  locks,
  recordedSessions,
  recordingReviews,
  recordingSearch,
  removedDocuments,
  resourceCheck,
  resourceItems,
  revisions,
  usageEvents,
  users,
};

/** Tasks whose result is a value. */
const VALUES = {
  explainAccess,
  foundNodes,
  loginHolders,
  parseText,
  patchText,
  roleFault,
  roleSentences,
  serverFacts,
  serverLabels,
};

type AnswerTasks = typeof ANSWERS;
type ValueTasks = typeof VALUES;
export type AnswerName = keyof AnswerTasks;
export type ValueName = keyof ValueTasks;
export type TaskName = AnswerName | ValueName;

type InputOf<Work> = Work extends (parts: TaskParts, input: infer Input) => unknown ? Input : never;
export type TaskInput<Name extends TaskName> = InputOf<(AnswerTasks & ValueTasks)[Name]>;
export type TaskValue<Name extends ValueName> = ReturnType<ValueTasks[Name]>;

/** The form in which a task is sent to a thread. */
export type Task = { name: TaskName; input: unknown };

/** `failure` is a refusal for the client, `store` an error of the database, `defect` any other error. */
export type TaskResult =
  | { kind: 'answer'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'value'; value: unknown }
  | { kind: 'failure'; status: number; message: string }
  | { kind: 'store'; message: string }
  | { kind: 'unstorable' }
  | { kind: 'defect'; stack: string };

type Work = (parts: TaskParts, input: unknown) => unknown;

/** Runs a task and never throws. It sees a consistent state of the database. */
export function runTask(parts: TaskParts, { name, input }: Task): TaskResult {
  try {
    const work = { ...ANSWERS, ...VALUES }[name] as Work;
    const value = parts.stores.db.snapshot(() => work(parts, input));
    return name in ANSWERS
      ? { kind: 'answer', bytes: new TextEncoder().encode(JSON.stringify(value)) }
      : { kind: 'value', value };
  } catch (error) {
    if (error instanceof ApiFailure) return { kind: 'failure', status: error.status, message: error.message };
    if (error instanceof UnstorableText) return { kind: 'unstorable' };
    if (error instanceof StoreError) return { kind: 'store', message: error.message };
    return { kind: 'defect', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
