// Scripts that machines run to join (http-resources §12.2–12.4).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESOURCE_ID_LABEL } from '../../src/wire/joinTokens.ts';
import { parseSshAddress } from '../config/hostAddress.ts';
import { TOKEN } from '../documents/kinds/token.ts';
import type { Gateway } from '../gateway.ts';
import { AnonymousBodies, requireSmallHeader } from '../http/anonymousRequest.ts';
import { ApiFailure, badRequest, denied, limitExceeded, notFound } from '../http/failures.ts';
import { setNoStore } from '../http/headers.ts';
import { answerNotFound } from '../http/notFound.ts';
import { JOIN_RATE, JOIN_REPORT_RATE } from '../http/limits.ts';
import { RateLimit } from '../http/rateLimit.ts';
import { sendAs, sendText } from '../http/sendText.ts';
import { queryOf } from '../http/url.ts';
import { probeHost } from '../ssh/probe.ts';
import { joinHost, nodeToken, type Joined } from '../tokens/hostJoin.ts';
import { joinMethodOf, labelsAt } from '../tokens/joinToken.ts';
import { FAILING_SCRIPT, installer, joinScript, type JoinScript } from '../tokens/scripts/joinScript.ts';
import { nodeScript } from '../tokens/scripts/nodeScript.ts';
import { CONFIGURE_SCRIPT, WINDOWS_SCRIPTS } from '../tokens/scripts/windowsScripts.ts';
import type { Api } from './api.ts';

type Parts = Pick<
  Gateway,
  | 'documents'
  | 'settings'
  | 'config'
  | 'authorities'
  | 'stores'
  | 'hostId'
  | 'audit'
  | 'now'
  | 'reverseTunnels'
  | 'joinReports'
>;

/** Until the gateway reports that the tunnel is connected. */
const NO_TUNNEL = { step: 'reach', text: 'The reverse tunnel is not connected yet', ok: false };

const SECRET_NAME = /^[0-9a-f]{32}$/;
const APP_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const APP_URI = /^[-\w/:. ]+$/;

const KINDS: Readonly<Record<string, JoinScript['kind']>> = {
  'install-node.sh': 'node',
  'install-app.sh': 'app',
  'install-database.sh': 'db',
};

/** At the root, outside the API: errors are answered with a script that fails (http-resources §12.2). */
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
        nodeScript({
          ...{ ...gatewayFacts(gateway), token, authority: authorityOf(gateway) },
          endpoint: gateway.reverseTunnels.endpoint(),
        }),
      );
    const script = scriptOf(gateway, kind, token, request);
    return sendAs(reply, 'text/plain', script ? joinScript(script) : FAILING_SCRIPT);
  });

  // An extension: the report of a server's script. The answers are for the script and for users at a terminal.
  const answered = (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<string>) =>
    server.post(path, async (request, reply) => {
      setNoStore(reply);
      try {
        requireSmallHeader(request);
        return await sendText(reply, 200, `${await answer(request, reply)}\n`);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        return await sendText(reply, error.status, `${error.message}\n`);
      }
    });

  const joinLimit = new RateLimit(gateway.now, JOIN_RATE);
  answered('/scripts/:token/host', async (request, reply) => {
    const token = tokenOf(request);
    // An unknown token counts like a wrong password.
    if (!nodeToken(gateway, token)) limit.take(request.ip);
    else if (!joinLimit.allows(request.ip))
      throw limitExceeded('Too many servers of this network join at once. Run the command again in a minute.');
    const joined = joinHost(gateway, token, await bodies.read(request, reply), request.ip);
    const { node, hostname, isTunnel } = joined;
    gateway.joinReports.joined(token, node);
    if (isTunnel && !gateway.reverseTunnels.hosts.stateOf(node).connected)
      gateway.joinReports.add(token, { ...NO_TUNNEL, hostname });
    return `${node}\nreach: ${await reachOf(joined, request.ip)}`;
  });

  const reportLimit = new RateLimit(gateway.now, JOIN_REPORT_RATE);
  answered('/scripts/:token/report', async (request, reply) => {
    reportLimit.take(request.ip);
    const token = tokenOf(request);
    if (!nodeToken(gateway, token)) throw denied('The join token is unknown or has expired.');
    const form = await bodies.readForm(request, reply);
    const field = (name: string) => form.get(name) ?? '';
    const report = {
      step: field('step'),
      text: field('text'),
      hostname: field('hostname'),
      ok: field('ok') === 'true',
    };
    if (report.step === '') throw badRequest('step: it is missing');
    if (!gateway.joinReports.add(token, report)) throw limitExceeded('this token has too many reports');
    return 'ok';
  });
}

/**
 * How the gateway connects to a server that has just joined. It tries only the address that the server called from:
 * otherwise a token holder could make it probe other addresses.
 */
async function reachOf({ addr, hostKeys, isTunnel }: Joined, from: string): Promise<string> {
  if (isTunnel) return 'tunnel';
  const address = parseSshAddress(addr);
  if (!address || address.host !== from.replace(/^::ffff:/, '')) return 'untried';
  const isThere = await probeHost(address, hostKeys);
  return isThere === undefined ? 'untried' : isThere ? 'ok' : 'none';
}

function tokenOf({ params }: FastifyRequest): string {
  const { token } = params as { token: string };
  return isSecret(token) ? token : '';
}

const isSecret = (token: string): boolean => SECRET_NAME.test(token);
const authorityOf = ({ authorities }: Parts): string => authorities.ssh('openssh').line;
const gatewayFacts = ({ settings, config }: Parts) => ({ url: settings.publicUrl, cluster: config.get().clusterName });

/** undefined if the token or the parameters are invalid. */
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

/** Names and addresses of applications are escaped twice (http-resources §12.2). */
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
    if (text === undefined)
      throw notFound(`key "/cluster_configuration/scripts/installer/${param('name')}" is not found`);
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
