import { fillPath } from '../api/urls.ts';

// All addresses of the console (specification §2, locks: screens §1.3). A sign-in returns only to these. A builder
// returns the address below `/web`, as the router uses it. `href` makes it a full path for new tabs and full page
// loads.

export const BASENAME = '/web';

type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? ParamOf<Name> & ParamsOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? ParamOf<Name>
    : unknown;
type ParamOf<Name extends string> = Name extends `${infer Optional}?`
  ? { [K in Optional]?: string }
  : { [K in Name]: string };

type Options = {
  /** Has subpages: items of a resource, steps of a wizard. */
  below?: boolean;
};

const route = <P extends string>(pattern: P, { below = false }: Options = {}) =>
  Object.assign((params: ParamsOf<P> & Record<string, string | undefined>) => fillPath(pattern, params), {
    pattern,
    below,
  });
const fixed = <P extends string>(pattern: P, { below = false }: Options = {}) =>
  Object.assign((): string => pattern, { pattern, below });

/** Pages that need no session. */
export const publicPaths = {
  login: fixed('/login'),
  loginFailed: fixed('/msg/error/login_failed'),
  loginError: fixed('/msg/error/login'),
  loginErrorCallback: fixed('/msg/error/login/callback'),
  loginErrorAuth: fixed('/msg/error/login/auth'),
  loginSuccess: fixed('/msg/info/login_success'),
  invite: route('/invite/:tokenId'),
  inviteContinue: route('/invite/:tokenId/continue'),
  reset: route('/reset/:tokenId'),
  resetContinue: route('/reset/:tokenId/continue'),
};

/** Pages of a signed-in user. */
export const paths = {
  root: fixed('/'),
  launch: route('/launch/:fqdn/:clusterId?/:publicAddr?/:arn?'),
  desktop: route('/cluster/:clusterId/desktops/:desktopName/:username'),
  console: route('/cluster/:clusterId/console', { below: true }),
  consoleNodes: route('/cluster/:clusterId/console/nodes'),
  consoleNode: route('/cluster/:clusterId/console/node/:serverId/:login'),
  consoleSession: route('/cluster/:clusterId/console/session/:sid'),
  player: route('/cluster/:clusterId/session/:sid'),
  headless: route('/headless/:requestId'),
  nodes: route('/cluster/:clusterId/nodes'),
  command: route('/cluster/:clusterId/nodes/command'),
  apps: route('/cluster/:clusterId/apps'),
  kubernetes: route('/cluster/:clusterId/kubernetes'),
  kubernetesView: route('/cluster/:clusterId/kubernetes/:kubeCluster/:view', { below: true }),
  databases: route('/cluster/:clusterId/databases'),
  query: route('/cluster/:clusterId/databases/:databaseName/query'),
  desktops: route('/cluster/:clusterId/desktops'),
  sessions: route('/cluster/:clusterId/sessions', { below: true }),
  userGroups: route('/cluster/:clusterId/user-groups'),
  databaseServices: route('/cluster/:clusterId/database-services'),
  desktopServices: route('/cluster/:clusterId/desktop-services'),
  users: fixed('/users', { below: true }),
  roles: fixed('/roles', { below: true }),
  sso: fixed('/sso', { below: true }),
  locks: fixed('/locks', { below: true }),
  integrations: fixed('/integrations', { below: true }),
  discover: fixed('/discover'),
  newIntegration: route('/integrations/new/:type?', { below: true }),
  recordings: route('/cluster/:clusterId/recordings', { below: true }),
  audit: route('/cluster/:clusterId/audit', { below: true }),
  clusters: fixed('/clusters', { below: true }),
  trust: fixed('/trust', { below: true }),
  settings: fixed('/settings', { below: true }),
  tokens: fixed('/tokens', { below: true }),
  resources: fixed('/resources', { below: true }),
  assist: route('/assist/:conversationId?'),
  account: fixed('/account'),
  accountPassword: fixed('/account/password'),
  accountTwoFactor: fixed('/account/twofactor'),
  accountSignIn: fixed('/account/signin'),
  accountSessions: fixed('/account/sessions'),
  accountAppearance: fixed('/account/appearance'),
  accountKeys: fixed('/account/keys'),
  support: fixed('/support'),
};
/** A conversation with Assist, or a new one. */
export const assistPath = (conversationId?: string): string =>
  paths.assist(conversationId === undefined ? {} : { conversationId });

export type PathName = keyof typeof paths;

/** The full path of a builder's address. */
export const href = (path: string): string => (path === '/' ? BASENAME : BASENAME + path);

type Pattern = { pattern: string; below: boolean };

/** Matches the addresses of a page, below `/web`. */
export const matcherOf = ({ pattern, below }: Pattern): RegExp =>
  new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}${below ? '(/.*)?' : ''}/?$`);

/** Whether an address below `/web` belongs to the page. */
export const isAddressOf = (name: PathName, to: string): boolean => matcherOf(paths[name]).test(to);

const privateMatchers = Object.values(paths).map(matcherOf);

/** `pathname` is a full path. True if a signed-in user has a page there, judged by its pattern. */
export const isKnownPath = (pathname: string): boolean =>
  pathname === BASENAME ||
  (pathname.startsWith(`${BASENAME}/`) &&
    privateMatchers.some((matcher) => matcher.test(pathname.slice(BASENAME.length))));
