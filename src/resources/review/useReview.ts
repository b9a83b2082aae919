import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { isOvertaken } from '../../api/errors.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import type { NamedResource } from '../../descriptors/restrict.ts';
import { fillSecrets, type Secret } from '../../wire/secretText.ts';
import { mayBeDone } from '../../lib/errorMessage.ts';
import type { Sentence } from '../../lib/sentence.ts';
import { useRowWrites } from '../useRowWrites.ts';
import type { EditorKind } from '../yaml/kinds/kind.ts';
import { compareWithServer, hasTaken, type Copy, type Judged } from './compareWithServer.ts';
import { copyOf, readCopy, readRenamed, readRow } from './serverCopy.ts';

/** The input of a review: a text to save, the rules of its kind, and the callbacks. */
export type ReviewProps = Subject & {
  text: string;
  /** Value of `kind`. */
  kind: string;
  editorKind: EditorKind;
  /** Describes a change of the fields of a document, if its kind has no sentences about them. */
  describe: (before: unknown, after: unknown) => readonly Sentence[];
  /** Whether a text has mistakes that the server would reject. */
  isFaulty: (text: string) => boolean;
  /** For servers that print documents again: what this text would lose, if anything. */
  reprint: string | undefined;
  onClose: () => void;
  /** The server rejected this text. */
  onRefused: (error: unknown, text: string) => void;
  onWritten: (written: Saved, text: string) => void;
  /** Continues editing with another text, made from another copy of the server. */
  onEdit: (text: string, base: Copy) => void;
};

/** A text on its way to the server. */
type Subject = NamedResource<Resource> & {
  /** The row that the document is or becomes. */
  id: string;
  /** The name of the document. */
  called: string;
  /** Secrets that the text does not contain, to be written with it. */
  secrets: readonly Secret[];
  /** The copy that the text was made from; undefined for a new document. */
  base: Copy | undefined;
};

type Options = Subject & Pick<ReviewProps, 'editorKind' | 'onRefused'>;

/** The state of a review. `isRepeated`: the copy changed again while the user resolved a conflict. */
type Review = { kind: 'reading' } | { kind: 'unread'; error: unknown } | (Judged & { isRepeated?: boolean });
/** `unknown`: no answer came, and the server's copy could not be read either. */
export type Writing =
  | { kind: 'idle' }
  | { kind: 'writing' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'unknown'; error: unknown; text: string; seen: Copy | undefined };
/** The written document: the row in the server's answer, and the previous copy. */
export type Saved = { row: Row; copy: Copy; before: Copy | undefined };

/** Reads the server's copy just before it is replaced: once to show it, and once more at the moment of writing. */
export function useReview({ resource, name, id, secrets, base, editorKind, onRefused }: Options) {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const writes = useRowWrites(name);
  const [review, setReview] = useState<Review>({ kind: 'reading' });
  const [writing, setWriting] = useState<Writing>({ kind: 'idle' });
  const [attempt, setAttempt] = useState(0);
  const source = { dataProvider, resource, name };
  const baseText = base?.text;

  useEffect(() => {
    let isGone = false;
    readCopy({ dataProvider, resource, name }, id, baseText !== undefined).then(
      (copy) => !isGone && setReview(compareWithServer(baseText, copy)),
      (error: unknown) => !isGone && setReview({ kind: 'unread', error }),
    );
    return () => void (isGone = true);
  }, [dataProvider, resource, name, id, baseText, attempt]);

  const again = useCallback(() => {
    setReview({ kind: 'reading' });
    setAttempt((n) => n + 1);
  }, []);

  /** `seen` is the copy that the user compared with; undefined if the server had none. */
  async function write(text: string, seen: Copy | undefined): Promise<Saved | undefined> {
    setWriting({ kind: 'writing' });
    try {
      const now = compareWithServer(seen?.text, await readCopy(source, id, seen !== undefined));
      if (now.kind !== 'clear') return showMoved(now);
      const from = now.theirs?.revision;
      const values = {
        [resource.yaml?.source ?? '']: fillSecrets(text, secrets),
        ...(from !== undefined && { revision: from }),
      };
      const row = seen ? await writes.update({ id }, values) : await writes.create(values);
      return { row, copy: copyOf(resource, row), before: seen };
    } catch (error) {
      if (mayBeDone(error) || isOvertaken(error)) return settle(text, seen, error);
      return refuse(text, error);
    }
  }
  /** The server's current copy shows whether an unanswered write was saved, or what another user wrote before it. */
  async function settle(text: string, seen: Copy | undefined, error: unknown): Promise<Saved | undefined> {
    setWriting({ kind: 'writing' });
    const isUnanswered = mayBeDone(error);
    try {
      const named = await readRow(source, id, isUnanswered || seen !== undefined);
      const isElsewhere = !named && !seen && isUnanswered && editorKind.isNamedByServer;
      const row = isElsewhere ? await readRenamed(source, text) : named;
      const now = row && copyOf(resource, row);
      if (isUnanswered && row && now && (isElsewhere || hasTaken(text, seen, now))) {
        void client.invalidateQueries();
        return { row, copy: now, before: seen };
      }
      const judged = compareWithServer(seen?.text, now);
      return judged.kind === 'clear' ? refuse(text, error) : showMoved(judged);
    } catch {
      if (!isUnanswered) return refuse(text, error);
      setWriting({ kind: 'unknown', error, text, seen });
    }
    return undefined;
  }
  function refuse(text: string, error: unknown): undefined {
    setWriting({ kind: 'failed', error });
    onRefused(error, text);
  }
  function showMoved(now: Judged): undefined {
    setReview((before) => ({ ...now, isRepeated: before.kind === 'conflict' }));
    setWriting({ kind: 'idle' });
  }
  return { review, writing, again, write, settle };
}
