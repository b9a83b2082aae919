// Connection settings of resources that were created in the console: credentials, TLS, a jump server. An extension
// (http-resources §23).
import { textAt, type JsonObject } from '../../src/lib/json.ts';
import { connectFields, isConnectKind, type ConnectJson, type ConnectKind } from '../../src/wire/connect.ts';
import { faultAt } from '../../src/wire/documentFault.ts';
import type { DocumentKind } from '../documents/documentKind.ts';
import { missing, requireRead, requireWrite } from '../documents/Documents.ts';
import { documentKind } from '../documents/kinds/documentKinds.ts';
import { textsOf } from '../documents/texts.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, badDocument, denied, notFound } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import { checkConnect, readConnect, readKubeconfig, refuse } from '../inventory/checkConnect.ts';
import {
  aimOf,
  CONSOLE_SCHEMAS,
  isStale,
  keepSecrets,
  loginThrough,
  withoutSecrets,
} from '../inventory/consoleConnect.ts';
import { putDynamic, type DynamicDocument } from '../inventory/dynamic.ts';
import { findThrough } from '../ssh/throughServer.ts';
import type { StoredConnect } from '../store/connectSettings.ts';
import { judgeLogin, lockedNode } from '../terminal/nodeAccess.ts';
import { nodeOf } from '../terminal/resolveServer.ts';
import { TargetError } from '../terminal/target.ts';
import { requesterOf } from './requester.ts';
import { OK, type Api, type SignedInCall } from './api.ts';

const PATH = 'postern/connect/:kind/:name';

const REMOVED = 'The connection settings have been removed.';

type Document = DynamicDocument & { kind: ConnectKind };

export function connectSettingRoutes(api: Api, gateway: Gateway): void {
  const { stores, audit, watch } = gateway;

  const kindOf = ({ param }: Pick<SignedInCall, 'param'>): DocumentKind & { kind: ConnectKind } => {
    const kind = param('kind');
    if (!isConnectKind(kind)) throw notFound(`there are no connection settings of the kind "${kind}"`);
    return { ...documentKind(kind), kind };
  };

  /** Requires the rule to write the document, and access to the resource. */
  const requireRules = (kind: DocumentKind, { caller, param }: SignedInCall) => {
    requireRead(kind, caller, param('name'));
    requireWrite(kind, caller, 'update', param('name'));
  };

  const requireLabels = ({ kind, metadata }: Document, { access }: Caller) => {
    const verdict = access.resource(kind, metadata.labels ?? {});
    if (!verdict.ok) throw denied(verdict.message);
  };

  /** The document that was created in the console. Refuses those of gateway.yaml. */
  const writable = (kind: DocumentKind, { caller, param }: SignedInCall): Document => {
    const name = param('name');
    const stored = stores.documents.find(kind.kind, name);
    if (kind.fixedDocument?.(name, gateway))
      throw badDocument(
        faultAt(`${kind.kind} "${name}" is not written in the console. gateway.yaml sets how it is reached`),
        409,
      );
    if (!stored) throw missing(kind, name, 'update');
    const document = stored.document as Document; // its kind has validated it
    requireLabels(document, caller);
    return document;
  };

  const toJson = (document: Document, stored = stores.connectSettings.find(document.kind, document.metadata.name)) =>
    ({
      connect: stored ? withoutSecrets(document.kind, stored.connect) : {},
      source: stored ? 'console' : 'none',
      stale: stored !== undefined && isStale(document, stored),
      revision: stored?.revision ?? '',
    }) as ConnectJson;

  api.on('GET', PATH, 'session', (call): ConnectJson => {
    const kind = kindOf(call);
    requireRules(kind, call);
    const fixed = kind.fixedDocument?.(call.param('name'), gateway);
    if (!fixed) return toJson(writable(kind, call));
    requireLabels(fixed.document as Document, call.caller);
    return { connect: {}, source: 'file', stale: false, revision: '' };
  });

  api.on('PUT', PATH, 'session', async (call) => {
    const kind = kindOf(call);
    requireRules(kind, call);
    const body = await call.body();
    const raw = readConnect(body.raw('connect'));
    const since = body.raw('revision') === undefined ? undefined : body.text('revision');
    requireRules(kind, call);
    const texts = textsOf(gateway.tasks, requesterOf(call));
    const sent = kind.kind === 'kube_cluster' ? await readKubeconfig(raw, texts) : raw;
    call.recheck();
    requireRules(kind, call);
    const document = writable(kind, call);
    const { name } = document.metadata;
    requireRevision(document, since);
    const settings = settingsOf(document, sent, call.caller);
    stores.db.transaction(() => {
      stores.connectSettings.put(document.kind, name, settings);
      putDynamic(gateway, document);
      audit.emit('postern.connect.update', {
        user: call.caller.user.name,
        name,
        resource_kind: document.kind,
        settings: connectFields(CONSOLE_SCHEMAS[document.kind], settings.connect).map(({ path }) => path.join('.')),
      });
    });
    return toJson(document);
  });

  api.on('DELETE', PATH, 'session', (call) => {
    const kind = kindOf(call);
    requireRules(kind, call);
    const document = writable(kind, call);
    const { name } = document.metadata;
    if (!stores.connectSettings.find(document.kind, name)) return OK;
    stores.db.transaction(() => {
      stores.connectSettings.delete(document.kind, name);
      putDynamic(gateway, document);
      audit.emit('postern.connect.delete', { user: call.caller.user.name, name, resource_kind: document.kind });
    });
    endSessions(document.kind, name);
    return OK;
  });

  /** Prevents overwriting another user's settings that the caller has not seen. */
  function requireRevision({ kind, metadata: { name } }: Document, since: string | undefined): void {
    if (since === undefined || since === (stores.connectSettings.find(kind, name)?.revision ?? '')) return;
    throw new ApiFailure(409, `the connection settings of ${kind} "${name}" have been changed in the meantime`);
  }

  /** Without its credentials, all sessions of the resource end. Other changes apply to the next connection. */
  function endSessions(kind: ConnectKind, name: string): void {
    if (kind === 'app') gateway.apps.endOn(name);
    else if (kind === 'db') gateway.queries.endOn(name, REMOVED);
    else if (kind === 'windows_desktop') gateway.desktops.endOn(name, REMOVED);
    else gateway.terminals.endInCluster(name, REMOVED);
  }

  /** The settings to store. Omitted secrets are kept only for the address that they were entered for. */
  function settingsOf(document: Document, sent: JsonObject, caller: Caller): StoredConnect {
    const { kind, metadata } = document;
    const before = stores.connectSettings.find(kind, metadata.name);
    const { connect: whole, kept } = keepSecrets(kind, sent, before?.connect ?? {});
    const connect = checkConnect(kind, whole);
    const through = throughOf(connect, caller);
    const aim = aimOf(document, connect, through);
    if (kept[0] && aim !== before?.aim)
      throw refuse(kept[0], 'it was set for another address or other checks of the server. Set it again, or remove it');
    const ofDocument = kind === 'kube_cluster' && textAt(document.spec, 'kubeconfig') !== '';
    if (ofDocument && through !== '' && through !== before?.through && textAt(connect, 'kubeconfig') === '')
      throw refuse(['kubeconfig'], 'the document has a kubeconfig for a direct connection. Set it here for this way');
    return { connect, through, aim };
  }

  /** Id of the jump server. The caller must be allowed to log in to it as that account, and to forward ports. */
  function throughOf(connect: JsonObject, { access, user, session }: Caller): string {
    const via = textAt(connect, 'via');
    if (via === '') return '';
    const login = loginThrough(connect);
    const unknown = refuse(['via'], `there is no server "${via}" that your roles let you log in to as ${login}`);
    let entry;
    try {
      entry = findThrough(stores.inventory, via);
    } catch (error) {
      throw error instanceof TargetError ? unknown : error;
    }
    const node = nodeOf(entry);
    const lock = watch.lockOf({ user: user.name, mfaDevice: session.mfaDevice }, lockedNode(node, login));
    if (lock || !judgeLogin(access, node, login).ok) throw unknown;
    if (!access.options().portForwarding) throw refuse(['via'], 'your roles do not allow port forwarding');
    return entry.key;
  }
}
