// What an enrolment is made of (screens §19.2). A flow is data and components; FlowFrame.tsx runs it.
import type { ReactNode } from 'react';
import type { Config } from '../../../api/config.ts';
import { serverAddress } from '../../../api/tshCommands.ts';
import type { UserContext } from '../../../api/userContext.ts';
import type { Card } from '../selector/catalog.ts';

/** Events of usage without their prefix (http-auth §12.2). */
export type DiscoverEvent =
  | 'started'
  | 'resourceSelection'
  | 'integration.awsoidc.connect'
  | 'database.enroll.rds'
  | 'deployService'
  | 'database.register'
  | 'database.configure.mtls'
  | 'database.configure.iampolicy'
  | 'desktop.activeDirectory.tools.install'
  | 'desktop.activeDirectory.configure'
  | 'autoDiscoveredResources'
  | 'principals.configure'
  | 'testConnection'
  | 'completed';

export type FlowValues = Readonly<Record<string, unknown>>;

/** What the page around the flows gives them. */
export type DiscoverEnv = {
  config: Config;
  user: UserContext;
  clusterId: string;
  /** The bundled gateway, not the agents of a cluster. */
  isEmbedded: boolean;
  /** Host and port of the cluster's proxy. */
  proxy: string;
  /** Makes changed roles and traits of the user's own record count, and reads the rights again. Never rejects. */
  reloadUser: () => Promise<void>;
  /** Full path of an address below `/web`, for new tabs. */
  href: (path: string) => string;
};

/** Where commands that run elsewhere reach the server. */
export const serverOf = ({ isEmbedded, user }: DiscoverEnv) => serverAddress({ isGateway: isEmbedded }, user.cluster);

/** `stay`: the step says why on its own. */
export type StepOutcome = 'success' | 'skipped' | 'stay';

/** What the component of a step may do. `V` are the values of the flow. */
export type FlowHandle<V extends object = FlowValues> = {
  readonly env: DiscoverEnv;
  readonly card: Card;
  /** Those named in `keeps` survive a reload. Secrets must not be among them. */
  readonly values: V;
  setValues(this: void, patch: Partial<V>): void;
  /** False where a link opened the page and nothing was done in it yet: then nothing may be written without a click. */
  readonly hasActed: boolean;
  /** To the next step. `over`: how many steps are skipped on the way. */
  next(this: void, over?: number): void;
  /** Whether Next can be pressed, or why not. A new step is ready. */
  setReady(this: void, ready: true | string): void;
  /** Runs when Next is pressed. Use `useNextHandler`. */
  handleNext(this: void, handler: (() => Promise<StepOutcome>) | undefined): void;
  /** Reports an error that the step shows. */
  fail(this: void, error: unknown): void;
  /** Leaves for another page, below `/web`, which comes back with `{ discover, integrationName }` in its state. */
  detour(this: void, path: string): void;
  /** Ends this run: back to the selector. */
  restart(this: void): void;
};

export type Step<V extends object = FlowValues> = {
  id: string;
  title: string;
  /** Title of the group that the step belongs to in the step bar. */
  parent?: string;
  event: DiscoverEvent;
  /** Leaving the page from here asks nothing. */
  leavesFreely?: boolean;
  canSkip?: boolean;
  Component(this: void, props: { flow: FlowHandle<V> }): ReactNode;
};

export type Flow<V extends object = FlowValues> = {
  /** "Enroll a server" */
  title: string;
  /** `DISCOVER_RESOURCE_SERVER` (http-auth §12.2) */
  resource: string;
  initial: V;
  /** Values that survive a reload, in the browser's storage. Never a secret. */
  keeps: readonly string[];
  /** The last one says that the flow is finished and is not in the step bar. */
  steps: readonly Step<V>[];
};

type StepComponent<V extends object> = Step<V>['Component'];

/** The steps that flows end with. A flow leaves out what its kind of resource does not have. */
export const lastSteps = <V extends object>({
  Access,
  Test,
  Finished,
}: {
  Access?: StepComponent<V>;
  Test?: StepComponent<V> | undefined;
  Finished: StepComponent<V>;
}): Step<V>[] => [
  ...(Access
    ? [{ id: 'access', title: 'Set up access', event: 'principals.configure', Component: Access } as const]
    : []),
  ...(Test ? [{ id: 'test', title: 'Test connection', event: 'testConnection', Component: Test } as const] : []),
  { id: 'finished', title: 'Finished', event: 'completed', Component: Finished },
];

/** What the module of a flow exports by default. */
export type MakeFlow = (context: { card: Card; env: DiscoverEnv }) => Flow;

type FlowOf<V extends FlowValues> = Flow<V> & { keeps: readonly (keyof V & string)[] };

/** Checks a flow against the type of its values. Its components must be made once, outside of `makeFlow`. */
export const defineFlow = <V extends FlowValues>(flow: FlowOf<V>): Flow => flow;
