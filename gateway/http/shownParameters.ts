// The parts of an address that the log may show. All other parts count as secrets, so a new route is safe by default.

/** Whether a value may be shown. `before` is the preceding segment in its shown form. */
type Rule = (value: string, before: string) => boolean;

/** Generated secrets are hexadecimal. User names do not have this form. */
const GENERATED_SECRET = /[0-9a-f]{32}/i;

const matching =
  (form: RegExp): Rule =>
  (value) =>
    form.test(value) && !GENERATED_SECRET.test(value);

/** Without a slash: a whole escaped path becomes one parameter. */
const name = matching(/^[\p{L}\p{N}._@:+ -]{1,100}$/u);
const digits = matching(/^\d{1,15}$/);
const time = matching(/^[\dTZ:.+-]{10,40}$/);
const sessionId = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);

/** The name of a join token is the secret that lets a machine join. */
const KIND_WITH_SECRET_NAMES = 'token';
const KINDS_WITH_PUBLIC_NAMES = new Set([
  'app',
  'cluster_auth_preference',
  'cluster_networking_config',
  'db',
  'github',
  'integration',
  'kube_cluster',
  'lock',
  'node',
  'oidc',
  'role',
  'session_recording_config',
  'trusted_cluster',
  'user_group',
  'windows_desktop',
]);
const kind: Rule = (value) => value === KIND_WITH_SECRET_NAMES || KINDS_WITH_PUBLIC_NAMES.has(value);
const nameOfKind: Rule = (value, before) => KINDS_WITH_PUBLIC_NAMES.has(before) && name(value, before);

/** Parameters of routes that may be shown, each with the segment before it. */
export const SHOWN_IN_PATH: Readonly<Record<string, Rule>> = {
  'app/*': matching(/^[\w./-]{1,200}$/), // files of the console
  'apps/:fqdn': name,
  'aws-oidc/:name': name,
  'callback/:connector': name,
  'command/:site': name,
  'connect/:kind': kind,
  'connectors/:kind': kind,
  'databases/:database': name,
  'databases/:name': name,
  'desktopplayback/:sid': sessionId,
  'desktops/:name': name,
  'devices/:name': name,
  'documents/:kind': kind,
  'github/:name': name,
  'history/:kind': kind,
  'installer/:name': name,
  'integrations/:name': name,
  'locks/:uuid': name,
  'nodes/:server': name,
  'ping/:connector': name,
  'roles/:name': name,
  'sessions/:sid': sessionId,
  'sites/:site': name,
  'trustedcluster/:name': name,
  'users/:name': name,
  ':kind/:name': nameOfKind,
  ':name/:revision': digits,
  ':server/:login': name,
  ':token/:file': matching(/^install-(app|database|node)\.sh$/),
};

const hidden: Rule = () => false;

/** Query parameters whose names may be shown, with a rule for their values. */
export const SHOWN_IN_QUERY: Readonly<Record<string, Rule>> = {
  after: digits,
  bytes: digits,
  connector_id: name,
  error: matching(/^[a-z_]{1,40}$/),
  extensions: digits,
  from: time,
  height: digits,
  layout: digits,
  limit: digits,
  offset: digits,
  order: matching(/^(asc|desc)$/),
  sort: matching(/^[a-z_]{1,30}(:(asc|desc))?$/i),
  to: time,
  width: digits,
  access_token: hidden,
  code: hidden,
  database: hidden,
  csrf_token: hidden,
  error_description: hidden,
  fileTransferRequestId: hidden,
  filename: hidden,
  include: hidden,
  kubeCluster: hidden,
  location: hidden,
  method: hidden,
  moderatedSessionId: hidden,
  name: hidden,
  params: hidden,
  path: hidden,
  query: hidden,
  redirect_url: hidden,
  search: hidden,
  searchAsRoles: hidden,
  startKey: hidden,
  state: hidden,
  token: hidden,
  type: hidden,
  user: hidden,
  username: hidden,
  uri: hidden,
  webauthn: hidden,
};

/** Segments of paths without a route template: pages of the console, and calls in cluster mode. */
export const SHOWN_SEGMENTS: ReadonlySet<string> = new Set(
  (
    'account active alerts app apps appearance archive assist assistant audit auth authenticatechallenge aws-oidc ' +
    'browse callback capture certs check clusters cluster command config.js configure configure-ad.ps1 connect ' +
    'connections connectionupgrade connectors console context continue conversations credentials databases ' +
    'databaseservices db deployservice desktop-access desktopplayback desktops desktopservices devices diagnostics ' +
    'discover documents error events execute export files find finish finishsession github headless history host iam ' +
    'info install-app.sh install-database.sh install-node.sh installer integrations inventory invite keys kubernetes ' +
    'launch locks login login_failed login_success mfa motd msg namespaces new node nodes oidc password ping player ' +
    'pods policy postern precapture privilege query reachable recording recordings recovery registerchallenge renew required ' +
    'reset resources roles saml scp scripts search session sessions settings sign signin sites ssh sso status stream ' +
    'summary support thumbprint title token tokens traces trust trustedcluster trustedclusters twofactor usage user ' +
    'user-groups users v1 v2 validate web webapi ws'
  ).split(' '),
);
