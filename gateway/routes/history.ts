// Earlier versions of documents, and their authors. An extension. The rules are those of reading the kind now.
import { requireList, requireRead } from '../documents/Documents.ts';
import { documentKind } from '../documents/kinds/documentKinds.ts';
import type { Gateway } from '../gateway.ts';
import { notFound } from '../http/failures.ts';
import type { Api } from './api.ts';
import { DOCUMENT_TRAITS } from './documents.ts';
import { requesterOf } from './requester.ts';

export function historyRoutes(api: Api, { stores: { revisions }, tasks }: Pick<Gateway, 'stores' | 'tasks'>): void {
  api.on('GET', 'postern/history/:kind', DOCUMENT_TRAITS, (call) => {
    const kind = documentKind(call.param('kind'));
    requireList(kind, call.caller);
    return tasks.answer('removedDocuments', { kind: kind.kind }, requesterOf(call));
  });

  api.on('GET', 'postern/history/:kind/:name', DOCUMENT_TRAITS, (call) => {
    const kind = documentKind(call.param('kind'));
    const name = call.param('name');
    requireRead(kind, call.caller, name);
    return tasks.answer('revisions', { kind: kind.kind, name }, requesterOf(call));
  });

  api.on('GET', 'postern/history/:kind/:name/:revision', DOCUMENT_TRAITS, ({ caller, param }) => {
    const kind = documentKind(param('kind'));
    const name = param('name');
    requireRead(kind, caller, name);
    const revision = Number(param('revision'));
    const content = Number.isSafeInteger(revision) ? revisions.content(kind.kind, name, revision) : undefined;
    if (content === undefined) throw notFound(`${kind.kind} "${name}" has no text of revision ${param('revision')}`);
    return { content };
  });
}
