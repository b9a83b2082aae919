import { expect, test } from 'vitest';
import { href, isKnownPath, paths, publicPaths } from './paths.ts';

const clusterId = 'east.example.test';

test('every address of the product', () => {
  expect(
    [
      publicPaths.login(),
      publicPaths.loginFailed(),
      publicPaths.loginError(),
      publicPaths.loginErrorCallback(),
      publicPaths.loginErrorAuth(),
      publicPaths.loginSuccess(),
      publicPaths.invite({ tokenId: 't0' }),
      publicPaths.inviteContinue({ tokenId: 't0' }),
      publicPaths.reset({ tokenId: 't0' }),
      publicPaths.resetContinue({ tokenId: 't0' }),
      paths.root(),
      paths.launch({ fqdn: 'grafana.test', clusterId, publicAddr: 'grafana.test', arn: 'arn:aws:iam::1:role/a' }),
      paths.launch({ fqdn: 'grafana.test' }),
      paths.desktop({ clusterId, desktopName: 'lab-1', username: 'Jo Doe' }),
      paths.console({ clusterId }),
      paths.consoleNodes({ clusterId }),
      paths.consoleNode({ clusterId, serverId: 'web-1:22', login: 'root' }),
      paths.consoleSession({ clusterId, sid: 's0' }),
      paths.player({ clusterId, sid: 's0' }),
      paths.headless({ requestId: 'r0' }),
      paths.nodes({ clusterId }),
      paths.command({ clusterId }),
      paths.apps({ clusterId }),
      paths.kubernetes({ clusterId }),
      paths.kubernetesView({ clusterId, kubeCluster: 'eu-1', view: 'pods' }),
      paths.databases({ clusterId }),
      paths.query({ clusterId, databaseName: 'orders' }),
      paths.desktops({ clusterId }),
      paths.sessions({ clusterId }),
      paths.users(),
      paths.roles(),
      paths.sso(),
      paths.locks(),
      paths.integrations(),
      paths.discover(),
      paths.newIntegration({ type: 'aws-oidc' }),
      paths.newIntegration({}),
      paths.recordings({ clusterId }),
      paths.audit({ clusterId }),
      paths.clusters(),
      paths.trust(),
      paths.assist({ conversationId: 'c0' }),
      paths.assist({}),
      paths.account(),
      paths.accountPassword(),
      paths.accountTwoFactor(),
      paths.accountSignIn(),
      paths.accountSessions(),
      paths.accountAppearance(),
      paths.accountKeys(),
      paths.support(),
    ].map(href),
  ).toMatchInlineSnapshot(`
    [
      "/web/login",
      "/web/msg/error/login_failed",
      "/web/msg/error/login",
      "/web/msg/error/login/callback",
      "/web/msg/error/login/auth",
      "/web/msg/info/login_success",
      "/web/invite/t0",
      "/web/invite/t0/continue",
      "/web/reset/t0",
      "/web/reset/t0/continue",
      "/web",
      "/web/launch/grafana.test/east.example.test/grafana.test/arn:aws:iam::1:role%2Fa",
      "/web/launch/grafana.test",
      "/web/cluster/east.example.test/desktops/lab-1/Jo%20Doe",
      "/web/cluster/east.example.test/console",
      "/web/cluster/east.example.test/console/nodes",
      "/web/cluster/east.example.test/console/node/web-1:22/root",
      "/web/cluster/east.example.test/console/session/s0",
      "/web/cluster/east.example.test/session/s0",
      "/web/headless/r0",
      "/web/cluster/east.example.test/nodes",
      "/web/cluster/east.example.test/nodes/command",
      "/web/cluster/east.example.test/apps",
      "/web/cluster/east.example.test/kubernetes",
      "/web/cluster/east.example.test/kubernetes/eu-1/pods",
      "/web/cluster/east.example.test/databases",
      "/web/cluster/east.example.test/databases/orders/query",
      "/web/cluster/east.example.test/desktops",
      "/web/cluster/east.example.test/sessions",
      "/web/users",
      "/web/roles",
      "/web/sso",
      "/web/locks",
      "/web/integrations",
      "/web/discover",
      "/web/integrations/new/aws-oidc",
      "/web/integrations/new",
      "/web/cluster/east.example.test/recordings",
      "/web/cluster/east.example.test/audit",
      "/web/clusters",
      "/web/trust",
      "/web/assist/c0",
      "/web/assist",
      "/web/account",
      "/web/account/password",
      "/web/account/twofactor",
      "/web/account/signin",
      "/web/account/sessions",
      "/web/account/appearance",
      "/web/account/keys",
      "/web/support",
    ]
  `);
});

const example = (pattern: string) => href(pattern.replace(/:(\w+)\??/g, '$1'));

test.each(Object.entries(paths))('%s is a known page', (_, { pattern }) => {
  expect(isKnownPath(example(pattern))).toBe(true);
});

test.each([
  '/',
  '/webapi',
  '/web/nodez',
  '/web/cluster//nodes',
  '/web/cluster/east/nodes/x',
  '/web/login',
  '/web/app/main.js',
  '//web/users',
])('%s is none', (path) => {
  expect(isKnownPath(path)).toBe(false);
});

test.each(['/web', '/web/', '/web/users/', '/web/roles/a%2Fb', '/web/integrations/new', '/web/assist'])(
  '%s is one',
  (path) => {
    expect(isKnownPath(path)).toBe(true);
  },
);
