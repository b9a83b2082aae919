// The parts of an enrolment (screens §19.2). A flow is data and components. FlowFrame.tsx runs it.
import type { ReactNode } from 'react';
import type { Config } from '../../../api/config.ts';
import { serverAddress } from '../../../api/tshCommands.ts';
import type { UserContext } from '../../../api/userContext.ts';
import type { Card } from '../selector/catalog.ts';

/** Usage events without their prefix (http-auth §12.2). */
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

/** The environment that the page provides to the flows. */
export type DiscoverEnv = {
  config: Config;
  user: UserContext;
  clusterId: string;
  /** The server is the bundled gateway, not a cluster with agents. */
  isEmbedded: boolean;
  /** Host and port of the cluster's proxy. */
  proxy: string;
  /** Applies changed roles and traits of the user's own record and reads the rights again. Never rejects. */
  reloadUser: () => Promise<void>;
  /** Returns the full path of an address below `/web`, for new tabs. */
  href: (path: string) => string;
};

/** The server address for commands that run on other machines. */
export const serverOf = ({ isEmbedded, user }: DiscoverEnv) => serverAddress({ isGateway: isEmbedded }, user.cluster);

/** `stay`: the flow stays at the step, which shows the reason. */
export type StepOutcome = 'success' | 'skipped' | 'stay';

/** The interface for the component of a step. `V` is the type of the flow's values. */
export type FlowHandle<V extends object = FlowValues> = {
  readonly env: DiscoverEnv;
  readonly card: Card;
  /** The values named in `keeps` survive a reload. They must not contain secrets. */
  readonly values: V;
  setValues(this: void, patch: Partial<V>): void;
  /** False if a link opened the page and the user has done nothing in it yet. Then nothing may be written. */
  readonly hasActed: boolean;
  /** Goes to the next step. `over`: number of steps to skip. */
  next(this: void, over?: number): void;
  /** Sets whether Next can be pressed, or why not. A new step is ready. */
  setReady(this: void, ready: true | string): void;
  /** Sets the handler of Next. Use `useNextHandler`. */
  handleNext(this: void, handler: (() => Promise<StepOutcome>) | undefined): void;
  /** Reports an error that the step shows. */
  fail(this: void, error: unknown): void;
  /** Goes to another page, below `/web`, which returns with `{ discover, integrationName }` in its state. */
  detour(this: void, path: string): void;
  /** Ends this run and returns to the selector. */
  restart(this: void): void;
};

export type Step<V extends object = FlowValues> = {
  id: string;
  title: string;
  /** Title of the step's group in the step bar. */
  parent?: string;
  event: DiscoverEvent;
  /** The page can be left from this step without a question. */
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
  /** The last step shows that the flow is finished. The step bar does not contain it. */
  steps: readonly Step<V>[];
};

type StepComponent<V extends object> = Step<V>['Component'];

/** The last steps of all flows. A flow omits those that its kind of resource does not have. */
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

/** Type of the default export of a flow's module. */
export type MakeFlow = (context: { card: Card; env: DiscoverEnv }) => Flow;

type FlowOf<V extends FlowValues> = Flow<V> & { keeps: readonly (keyof V & string)[] };

/** Checks a flow against the type of its values. Create its components once, outside of `makeFlow`. */
export const defineFlow = <V extends FlowValues>(flow: FlowOf<V>): Flow => flow;
