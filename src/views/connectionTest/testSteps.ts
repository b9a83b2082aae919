// The steps of a test for display and copying (http-resources §13.3).
import type { ConnectionTest, TestStep } from '../../api/diagnostics.ts';
import type { TestedKind } from '../../wire/diagnostics.ts';

/** Names of the steps of each kind, in their order. */
const STEPS: Readonly<Record<TestedKind, readonly (readonly [type: string, label: string])[]>> = {
  node: [
    ['RBAC_NODE', 'Your access to the server'],
    ['CONNECTIVITY', 'Connection to the server'],
    ['RBAC_PRINCIPAL', 'Your roles and the login'],
    ['NODE_PRINCIPAL', 'The login on the server'],
  ],
  db: [
    ['RBAC_DATABASE', 'Your access to the database'],
    ['CONNECTIVITY', 'Connection to the database'],
    ['RBAC_DATABASE_LOGIN', 'Your roles, the user and the name'],
    ['DATABASE_DB_USER', 'The user on the database server'],
    ['DATABASE_DB_NAME', 'The database on the server'],
  ],
  kube_cluster: [
    ['CONNECTIVITY', 'Connection to the cluster'],
    ['RBAC_PRINCIPAL', 'Your roles, the user and the groups'],
    ['RBAC_KUBE', 'Your access to the cluster'],
    ['KUBE_PRINCIPAL', 'The list of pods'],
  ],
  app: [
    ['RBAC_APP', 'Your access to the application'],
    ['CONNECTIVITY', 'Connection to the application'],
    ['APP_RESPONSE', 'The answer to a request'],
  ],
  windows_desktop: [
    ['RBAC_DESKTOP', 'Your access to the desktop'],
    ['CONNECTIVITY', 'Connection to the desktop'],
    ['DESKTOP_LOGIN', 'The sign-in at the desktop'],
  ],
};
const UNKNOWN = 'Unexpected error';

/** `step` undefined: it did not run, because another one failed. */
export type ShownStep = { label: string; step: TestStep | undefined };

/** All steps of the kind. Further steps of the server come last. */
export function shownSteps(kind: TestedKind, { steps }: ConnectionTest): ShownStep[] {
  const knownSteps = STEPS[kind];
  const others = steps.filter(({ type }) => !knownSteps.some(([name]) => name === type));
  return [
    ...knownSteps.map(([name, label]) => ({ label, step: steps.find(({ type }) => type === name) })),
    ...others.map((step) => ({ label: step.type === 'UNKNOWN_ERROR' ? UNKNOWN : step.type, step })),
  ];
}

export const statusOf = ({ step }: ShownStep): 'passed' | 'failed' | 'not tested' =>
  step ? (step.ok ? 'passed' : 'failed') : 'not tested';

/** The result as text, for asking other people for help. */
export function resultText(title: string, steps: readonly ShownStep[], duration: string): string {
  const lines = steps.flatMap((shownStep) => {
    const { label, step } = shownStep;
    return [
      `${label}: ${statusOf(shownStep)}`,
      ...(step && !step.ok ? [step.details, step.error].filter(Boolean).map((text) => `  ${text}`) : []),
    ];
  });
  return [`${title} (${duration})`, ...lines].join('\n');
}
