import 'monaco-editor/esm/vs/basic-languages/mysql/mysql.contribution.js';
import 'monaco-editor/esm/vs/basic-languages/pgsql/pgsql.contribution.js';
import type * as Monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import type { CatalogTable, QueryProtocol } from '../../../wire/query/messages.ts';
import { monaco } from '../../monaco/monaco.ts';
import { completionsAt, openQuote, type Suggestion } from './completion.ts';
import { statementAt } from './statementAt.ts';

export const languageOf = (protocol: QueryProtocol): string => (protocol === 'postgres' ? 'pgsql' : 'mysql');

const KINDS: Readonly<Record<Suggestion['kind'], Monaco.languages.CompletionItemKind>> = {
  table: monaco.languages.CompletionItemKind.Struct,
  column: monaco.languages.CompletionItemKind.Field,
  schema: monaco.languages.CompletionItemKind.Module,
  keyword: monaco.languages.CompletionItemKind.Keyword,
};

/** Suggests tables, columns and keywords of SQL until it is disposed. */
export const suggestNames = (protocol: QueryProtocol, tables: () => readonly CatalogTable[]): Monaco.IDisposable =>
  monaco.languages.registerCompletionItemProvider(languageOf(protocol), {
    triggerCharacters: ['.'],
    provideCompletionItems(model, position) {
      const sql = model.getValue();
      const offset = model.getOffsetAt(position);
      const { start = 0, end = sql.length } = statementAt(sql, offset, protocol) ?? {};
      const isWithin = offset >= start && offset <= end;
      const cursor = isWithin
        ? { statement: sql.slice(start, end), offset: offset - start }
        : { statement: sql, offset };
      const quoteAt = openQuote(cursor.statement.slice(0, cursor.offset), { protocol });
      const isQuoted = quoteAt !== undefined;
      const typed = isQuoted ? cursor.offset - quoteAt : model.getWordUntilPosition(position).word.length;
      // The editor has already added the closing quote.
      const closed = isQuoted && cursor.statement[quoteAt] === sql[offset] ? 1 : 0;
      const { lineNumber, column } = position;
      const range = new monaco.Range(lineNumber, column - typed, lineNumber, column + closed);
      const at = isQuoted ? { ...cursor, offset: quoteAt } : cursor;
      return {
        suggestions: completionsAt(at, tables(), { protocol, isQuoted }).map(
          ({ label, detail, insert, kind }, index) => ({
            label,
            detail,
            insertText: insert,
            ...(isQuoted && { filterText: insert }),
            kind: KINDS[kind],
            range,
            sortText: String(index).padStart(6, '0'),
          }),
        ),
      };
    },
  });
