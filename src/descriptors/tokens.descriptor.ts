import { wholeList } from '../api/lists.ts';
import { tokenId, tokenParts } from '../api/tokenIds.ts';
import {
  findToken,
  loadTokenDecoder,
  readToken,
  saveTokenBody,
  shownToken,
  TOKENS,
  type JoinToken,
} from '../api/tokens.ts';
import { DOCUMENTS } from '../wire/config.ts';
import { defineResource } from './defineResource.ts';
import { documentKinds } from './documentKinds.ts';

const LONG_MS = 30 * 86_400_000;

/** A permanent secret ends up in some script eventually. */
const isLongLived = ({ method, expires }: JoinToken): boolean =>
  method === 'token' && (expires === undefined || expires.getTime() - Date.now() > LONG_MS);

export default defineResource<JoinToken>({
  name: 'tokens',
  label: ['Join token', 'Join tokens'],
  icon: 'key',
  path: 'tokens',
  acl: 'tokens',
  verbs: { list: ['list', 'read'] },
  extension: DOCUMENTS,
  nav: { category: 'Management', section: 'Access', weight: 20 },
  wire: {
    list: wholeList(TOKENS, { load: loadTokenDecoder }),
    read: readToken,
    create: { url: TOKENS, body: saveTokenBody },
    update: { url: `${TOKENS}/:name`, body: saveTokenBody },
    remove: { url: `${TOKENS}/:name` },
  },
  fields: [
    { source: 'shown', kind: 'mono', label: 'Token', list: { width: [200, 288] } },
    { source: 'method', kind: 'text', label: 'Method', sort: true, list: { width: 104 } },
    { source: 'roles', kind: 'chips', label: 'Can join as', list: { width: 'rest' } },
    {
      source: 'expires',
      kind: 'until',
      label: 'Until',
      sort: true,
      list: { width: 200 },
      value: ({ expires }) => expires ?? 'Never',
      tag: (token) => (isLongLived(token) ? 'long-lived' : undefined),
    },
    { source: 'usedBy', kind: 'text', label: 'Used by', list: { width: 160 } },
    { source: 'content', kind: 'yaml', label: 'Document', list: false },
  ],
  list: {
    title: 'shown',
    sort: { field: 'expires', order: 'ASC' },
    search: 'Search method or role',
    exported: ({ name, content, ...row }) => (row.shown === name ? { name, content, ...row } : row),
    about: 'Agents join the cluster with tokens. Anyone with a token of the method “token” can join: it is a secret.',
    empty: {
      title: 'No join tokens',
      text: 'A token lets a server, an application, a database or another agent join the cluster. It is deleted when it expires.',
    },
  },
  rowActions: [
    {
      id: 'uses',
      label: 'Show servers that joined',
      icon: 'server',
      suits: ({ usedBy }) => usedBy !== '',
      run: (token, context) => context.dialog('tokenUses', token),
    },
  ],
  palette: false,
  creates: {
    label: 'Create join token',
    dialog: { name: 'newToken', label: 'With a generated secret', other: 'As a document' },
  },
  yaml: {
    source: 'content',
    types: [documentKinds.token],
    ids: { of: (_, name) => tokenId(name), parts: tokenParts, shown: shownToken, find: findToken },
  },
  removal: {
    effects: () => ['Agents that have not joined yet can no longer use this token', 'Agents that already joined stay'],
  },
  bulk: {
    removal: {
      effects: ['Agents that have not joined yet can no longer use these tokens', 'Agents that already joined stay'],
    },
  },
});
