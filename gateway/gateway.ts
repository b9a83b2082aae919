import type { ValueStore } from '../src/lib/valueStore.ts';
import type { AppDirectory } from './apps/AppDirectory.ts';
import type { AppSessions } from './apps/AppSessions.ts';
import type { Assist } from './assist/Assist.ts';
import type { AwsDatabases } from './aws/AwsDatabases.ts';
import type { Audit } from './audit/audit.ts';
import type { RefusedSignIns } from './audit/RefusedSignIns.ts';
import type { GatewayConfig, Settings } from './config/settings.ts';
import type { QuerySessions } from './databases/QuerySessions.ts';
import type { DesktopSessions } from './desktop/DesktopSessions.ts';
import type { Documents } from './documents/Documents.ts';
import type { Executions } from './commands/Executions.ts';
import type { AccessWatch } from './identity/AccessWatch.ts';
import type { AccessCache } from './identity/accessCache.ts';
import type { Authorities } from './identity/ca/Authorities.ts';
import type { Certificates } from './identity/ca/Certificates.ts';
import type { Credentials } from './identity/credentials.ts';
import type { OpenCalls } from './identity/OpenCalls.ts';
import type { Enrolment } from './identity/enrolment.ts';
import type { HeadlessRequests } from './identity/headless/HeadlessRequests.ts';
import type { SingleSignOn } from './identity/sso/SingleSignOn.ts';
import type { Recovery } from './identity/recovery.ts';
import type { UserTokens } from './identity/userTokens.ts';
import type { WebAuthn } from './identity/webauthn/WebAuthn.ts';
import type { WebSessions } from './identity/webSessions.ts';
import type { Locks } from './locks/Locks.ts';
import type { Recordings } from './recordings/Recordings.ts';
import type { LiveSessions } from './sessions/liveSessions.ts';
import type { SshDialing } from './ssh/route.ts';
import type { Dialer } from './ssh/Dialer.ts';
import type { ReverseTunnels } from './ssh/tunnel/openTunnels.ts';
import type { Stores } from './store/stores.ts';
import type { Tasks } from './tasks/Tasks.ts';
import type { TerminalSessions } from './terminal/TerminalSessions.ts';
import type { JoinReports } from './tokens/JoinReports.ts';
import type { Drafts } from './transfer/Drafts.ts';
import type { FileConnections } from './transfer/FileConnections.ts';

/**
 * The parts of an embedded gateway for its endpoints. A group of endpoints names the parts that it needs:
 * `Pick<Gateway, 'stores' | 'audit'>`.
 */
export type Gateway = {
  settings: Settings;
  /** The part of gateway.yaml that may change while the gateway runs. */
  fileConfig: ValueStore<GatewayConfig>;
  /** The effective settings: those of the file, and those of the console that the file does not set. */
  config: ValueStore<GatewayConfig>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Id of this machine: of its node, and of the agent that serves applications, databases and desktops. */
  hostId: string;
  stores: Stores;
  /** Reads and text processing that would block the event loop. */
  tasks: Tasks;
  audit: Audit;
  /** Events of refused sign-ins, which unauthenticated clients can cause. */
  refusedSignIns: RefusedSignIns;
  /** Writes all documents that are edited as text. */
  documents: Documents<Gateway>;
  accessCache: AccessCache;
  /** Decides who is locked out. */
  locks: Locks;
  /** Decides whether open sessions may continue. */
  watch: AccessWatch;
  /** HTTP calls that stay open for long. */
  openCalls: OpenCalls;
  /** Finds the application of a hostname. */
  appDirectory: AppDirectory;
  credentials: Credentials;
  webauthn: WebAuthn;
  enrolment: Enrolment;
  recovery: Recovery;
  authorities: Authorities;
  /** Signs certificates for users at command lines and for database servers. */
  certificates: Certificates;
  /** Command lines that wait for their user's approval. */
  headless: HeadlessRequests;
  sessions: WebSessions;
  userTokens: UserTokens;
  sso: SingleSignOn;
  /** Running sessions of all kinds. */
  liveSessions: LiveSessions;
  recordings: Recordings;
  /** Connections to applications, databases and clusters. */
  dialer: Dialer;
  /** The current SSH configuration for servers. */
  ssh: () => SshDialing;
  /** Servers that joined with a token, and their tunnels. */
  reverseTunnels: ReverseTunnels;
  /** Reports of the scripts of joining servers. */
  joinReports: JoinReports;
  /** Connections for file transfers. */
  fileConnections: FileConnections;
  /** Draft files of running uploads. */
  drafts: Drafts;
  terminals: TerminalSessions;
  /** Commands on many nodes. */
  executions: Executions;
  desktops: DesktopSessions;
  queries: QuerySessions;
  /** Conversations that propose commands. */
  assist: Assist;
  /** Databases in AWS accounts. */
  aws: AwsDatabases;
  /** Sign-ins at web applications. */
  apps: AppSessions;
  /** Runs when the gateway closes, before the database closes. The last added runs first. */
  onClose(run: () => void | Promise<void>): void;
};
