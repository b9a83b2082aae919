// What documents were before, and who wrote them. Our extension; the rules are those of reading the kind now.
import type { HistoryJson, RemovedJson } from '../../src/wire/http.ts';
import { requireList, requireRead } from '../documents/Documents.ts';
import { documentKind } from '../documents/kinds/documentKinds.ts';
import type { Gateway } from '../gateway.ts';
import { notFound } from '../http/failures.ts';
import { maskedName } from '../store/documents.ts';
import type { Api } from './api.ts';

const REMOVED_MAX = 200;

export function historyRoutes(api: Api, { stores: { revisions } }: Pick<Gateway, 'stores'>): void {
  api.on('GET', 'postern/history/:kind', 'session', ({ caller, param }): RemovedJson => {
    const kind = documentKind(param('kind'));
    requireList(kind, caller);
    const removed = revisions.removals(kind.kind, REMOVED_MAX).map(({ id, name, author, timeMs }) => ({
      name: kind.kind === 'token' ? maskedName(name) : name,
      revision: String(id),
      author,
      time: new Date(timeMs).toISOString(),
    }));
    return { removed };
  });

  api.on('GET', 'postern/history/:kind/:name', 'session', ({ caller, param }): HistoryJson => {
    const kind = documentKind(param('kind'));
    const name = param('name');
    requireRead(kind, caller, name);
    const known = revisions.list(kind.kind, name).map(({ id, author, timeMs, change }) => ({
      revision: String(id),
      author,
      time: new Date(timeMs).toISOString(),
      change,
    }));
    return { revisions: known };
  });

  api.on('GET', 'postern/history/:kind/:name/:revision', 'session', ({ caller, param }) => {
    const kind = documentKind(param('kind'));
    const name = param('name');
    requireRead(kind, caller, name);
    const revision = Number(param('revision'));
    const content = Number.isSafeInteger(revision) ? revisions.content(kind.kind, name, revision) : undefined;
    if (content === undefined) throw notFound(`${kind.kind} "${name}" has no text of revision ${param('revision')}`);
    return { content };
  });
}
