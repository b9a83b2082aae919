// Scripts that machines run to join (http-resources §12.2–12.4).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RESOURCE_ID_LABEL } from '../../src/wire/joinTokens.ts';
import { TOKEN } from '../documents/kinds/token.ts';
import type { Gateway } from '../gateway.ts';
import { AnonymousBodies, requireSmallHeader } from '../http/anonymousRequest.ts';
import { ApiFailure, badRequest, notFound } from '../http/failures.ts';
import { setNoStore } from '../http/headers.ts';
import { answerNotFound } from '../http/notFound.ts';
import type { RateLimit } from '../http/rateLimit.ts';
import { sendAs, sendText } from '../http/sendText.ts';
import { queryOf } from '../http/url.ts';
import { joinHost, nodeToken } from '../tokens/hostJoin.ts';
import { joinMethodOf, labelsAt } from '../tokens/joinToken.ts';
import { installer } from '../tokens/scripts/installers.ts';
import { joinScript, type JoinScript } from '../tokens/scripts/joinScript.ts';
import { nodeScript } from '../tokens/scripts/nodeScript.ts';
import { FAILING_SCRIPT } from '../tokens/scripts/shell.ts';
import { CONFIGURE_SCRIPT, WINDOWS_SCRIPTS } from '../tokens/scripts/windowsScripts.ts';
import type { Api } from './api.ts';

type Parts = Pick<Gateway, 'documents' | 'settings' | 'config' | 'authorities' | 'stores' | 'hostId' | 'audit' | 'now'>;

const SECRET_NAME = /^[0-9a-f]{32}$/;
const APP_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const APP_URI = /^[-\w/:. ]+$/;

const KINDS: Readonly<Record<string, JoinScript['kind']>> = {
  'install-node.sh': 'node',
  'install-app.sh': 'app',
  'install-database.sh': 'db',
};

/** At the root, outside the API: whatever is wrong, the answer is a script, which then fails (http-resources §12.2). */
export function joinScriptRoutes(server: FastifyInstance, gateway: Parts, limit: Pick<RateLimit, 'take'>): void {
  const bodies = new AnonymousBodies();
  server.get('/scripts/:token/:file', (request, reply) => {
    const { token, file } = request.params as { token: string; file: string };
    const kind = Object.hasOwn(KINDS, file) ? KINDS[file] : undefined;
    if (!kind) return answerNotFound(request, reply);
    setNoStore(reply);
    const node = kind === 'node' && isSecret(token) && nodeToken(gateway, token);
    if (node)
      return sendAs(
        reply,
        'text/plain',
        nodeScript({ ...gatewayFacts(gateway), token, authority: authorityOf(gateway) }),
      );
    const script = scriptOf(gateway, kind, token, request);
    return sendAs(reply, 'text/plain', script ? joinScript(script) : FAILING_SCRIPT);
  });

  // Ours alone: what the script of a server tells of it. The answer is for people at a terminal.
  server.post('/scripts/:token/host', async (request, reply) => {
    setNoStore(reply);
    try {
      requireSmallHeader(request);
      limit.take(request.ip);
      const { token } = request.params as { token: string };
      const said = await bodies.read(request, reply);
      return await sendText(reply, 200, `${joinHost(gateway, isSecret(token) ? token : '', said, request.ip)}\n`);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return await sendText(reply, error.status, `${error.message}\n`);
    }
  });
}

const isSecret = (token: string): boolean => SECRET_NAME.test(token);
const authorityOf = ({ authorities }: Parts): string => authorities.ssh('openssh').line;
const gatewayFacts = ({ settings, config }: Parts) => ({ url: settings.publicUrl, cluster: config.get().clusterName });

/** Undefined where the token or what shall join is not as it has to be. */
function scriptOf(
  gateway: Parts,
  kind: JoinScript['kind'],
  token: string,
  request: FastifyRequest,
): JoinScript | undefined {
  const query = queryOf(request.url);
  if (query.get('method') === 'iam' ? token.includes('\0') : !isSecret(token)) return undefined;
  const found = gateway.documents.find(TOKEN, token);
  if (!found) return undefined;
  const { document } = found;
  const common = {
    ...gatewayFacts(gateway),
    token,
    method: joinMethodOf(document),
  };
  switch (kind) {
    case 'node':
      return { ...common, kind, labels: labelsAt(document, 'suggested_labels') };
    case 'db':
      return { ...common, kind, labels: labelsAt(document, 'suggested_agent_matcher_labels') };
    case 'app': {
      const [name, uri] = [decodedAgain(query.get('name')), decodedAgain(query.get('uri'))];
      return APP_NAME.test(name) && APP_URI.test(uri) ? { ...common, kind, name, uri } : undefined;
    }
    default:
      return kind satisfies never;
  }
}

/** Names and addresses of applications come escaped twice (http-resources §12.2). */
function decodedAgain(text = ''): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

export function scriptRoutes(api: Api, { documents, settings }: Pick<Gateway, 'documents' | 'settings'>): void {
  api.on('GET', 'scripts/installer/:name', 'public', ({ param, reply }) => {
    const text = installer(param('name'), settings.publicUrl);
    if (text === undefined) throw notFound(`installer ${param('name')} not found`);
    return sendAs(reply, 'text/x-shellscript', text);
  });

  api.on('GET', 'scripts/desktop-access/:script', 'public', ({ request, param, reply }) => {
    const script = param('script');
    const text = Object.hasOwn(WINDOWS_SCRIPTS, script) ? WINDOWS_SCRIPTS[script] : undefined;
    return text === undefined ? answerNotFound(request, reply) : sendAs(reply, 'text/x-shellscript', text);
  });

  api.on('GET', 'scripts/desktop-access/configure/:token/configure-ad.ps1', 'public', ({ param, reply }) => {
    const token = param('token');
    const found = SECRET_NAME.test(token) ? documents.find(TOKEN, token) : undefined;
    if (!found) throw badRequest('invalid token');
    if (!labelsAt(found.document, 'suggested_labels')[RESOURCE_ID_LABEL]?.[0]) throw badRequest('invalid token');
    return sendAs(reply, 'text/x-shellscript', CONFIGURE_SCRIPT);
  });
}
