import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import type { ReviewContext } from '../../access/review/roleGrants.ts';
import { at, isObject } from '../../lib/json.ts';
import { isSameValue } from '../../lib/moves.ts';
import { change, code, phrase, type Sentence } from '../../lib/sentence.ts';
import type { Secret } from '../../wire/secretText.ts';
import { withValueAt } from '../../wire/yaml.ts';
import { readReviewContext } from '../access/subjects.ts';
import { singularName } from '../resourceMessages.ts';
import type { EditorKind } from '../yaml/kinds/kind.ts';
import { isLong, reviewLong } from '../yaml/problems/checkLong.ts';
import { readPlainValue } from '../yaml/problems/checkDocument.ts';
import type { Copy } from './compareWithServer.ts';
import type { ReviewProps } from './useReview.ts';

const UNKNOWN: ReviewContext = { roles: undefined, own: [] };

/** The cluster data that the review of a kind needs; undefined while it is loading. */
function useReviewContext(editorKind: EditorKind): ReviewContext | undefined {
  const isNeeded = editorKind.roleNames !== undefined;
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const { data } = useQuery({
    queryKey: ['review', 'context'],
    enabled: isNeeded,
    gcTime: 0,
    queryFn: () => readReviewContext(client, dataProvider),
  });
  return isNeeded ? data : UNKNOWN;
}

const replacedSecret = ({ path }: Secret): Sentence =>
  change(phrase`Replaces the secret in ${code(path.join('.'))}`, { flagged: true });

/** A document without the fields that the kind's own sentences cover. */
const unreviewed = (document: unknown, reviewed: readonly string[]): unknown =>
  reviewed.reduce<unknown>(
    (result, field) => withValueAt(result, field.split('.'), undefined),
    isObject(document) ? { ...document, spec: at(document, 'spec') ?? {} } : document,
  );

/** Only the roles that the texts name go to the worker, because it parses each role. */
function namedOnly({ roles, own }: ReviewContext, editorKind: EditorKind, values: readonly unknown[]): ReviewContext {
  const names = values.flatMap((document) => (editorKind.roleNames?.(document) ?? []).map(({ name }) => name));
  return { own, roles: roles && new Map([...names, ...own].map((name) => [name, roles.get(name)])) };
}

/**
 * The effects of replacing the server's copy with `after`, in sentences. Undefined while they are computed, or without
 * a text. A worker compares long texts.
 */
export function useEffects(
  { resource, called, secrets, kind, editorKind, describe }: ReviewProps,
  after: string | undefined,
  before: Copy | undefined,
): readonly Sentence[] | undefined {
  const context = useReviewContext(editorKind);
  const was = before?.text;
  const isSlow = editorKind.review !== undefined && (isLong(after ?? '') || isLong(was ?? ''));
  const [late, setLate] = useState<{ after: string; was: string | undefined; sentences: readonly Sentence[] }>();

  const completed = (sentences: readonly Sentence[], rest: () => readonly Sentence[]): readonly Sentence[] => {
    if (was === undefined)
      return sentences.length > 0 ? sentences : [change(phrase`Adds the ${singularName(resource)} ${code(called)}`)];
    // Replacing a secret changes no visible field.
    const isSeen = after !== was || secrets.length === 0;
    return [...(sentences.length > 0 || !isSeen ? sentences : rest()), ...secrets.map(replacedSecret)];
  };
  const here = useMemo(() => {
    if (after === undefined || !context || isSlow) return undefined;
    const [old, read] = [was === undefined ? undefined : readPlainValue(was), readPlainValue(after)];
    const fixed = (before?.fixed ?? []).map((field) => field.split('.'));
    // The server restores fields that gateway.yaml decides if the text leaves them out.
    const dropped = fixed.filter((path) => at(read, ...path) === undefined);
    const young = dropped.reduce((result, path) => withValueAt(result, path, at(old, ...path)), read);
    const all = editorKind.review?.(old, young, context) ?? [];
    const [others, newOthers] = [old, young].map((document) => unreviewed(document, editorKind.reviewed ?? []));
    const isReported = all.length === 0 || !editorKind.reviewed || was === undefined || isSameValue(others, newOthers);
    return completed(isReported ? all : [...all, ...describe(others, newOthers)], () => describe(old, young));
    // oxlint-disable-next-line react/exhaustive-deps -- the rest stays as it is while a review is open
  }, [after, was, context, isSlow]);

  useEffect(() => {
    if (after === undefined || !context || !isSlow) return;
    let isGone = false;
    // The review of a role needs only the roles of the user.
    const documents = editorKind.heldBy ? [] : [readPlainValue(after), readPlainValue(was ?? '')];
    void reviewLong({ kind, before: was, after, context: namedOnly(context, editorKind, documents) }).then((found) => {
      const failed = [change('The text is too long to calculate its effects', { flagged: true })];
      if (!isGone) setLate({ after, was, sentences: found ? completed(found, () => []) : failed });
    });
    return () => void (isGone = true);
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [after, was, context, isSlow]);

  return isSlow ? (late?.after === after && late?.was === was ? late?.sentences : undefined) : here;
}
