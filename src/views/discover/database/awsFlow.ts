import { defineFlow, type MakeFlow } from '../flow/flow.ts';
import { AwsConnect } from './AwsConnect.tsx';
import { ConnectAccount } from './ConnectAccount.tsx';
import { DEPLOY, LAST_STEPS } from './databaseFlow.ts';
import { INITIAL, KEPT, type DatabaseValues } from './databaseValues.ts';
import { EnrollRds } from './EnrollRds.tsx';
import { IamPolicy } from './IamPolicy.tsx';

const parent = 'Configure resource';

/** Databases of RDS and Aurora. The gateway connects itself, so the flow asks for a sign-in instead of an agent. */
const makeFlow: MakeFlow = ({ card, env }) =>
  defineFlow<DatabaseValues>({
    title: 'Enroll a database',
    resource: card.resource,
    initial: INITIAL,
    keeps: KEPT,
    steps: [
      {
        id: 'account',
        parent,
        title: 'Connect AWS account',
        event: 'integration.awsoidc.connect',
        leavesFreely: true,
        Component: ConnectAccount,
      },
      { id: 'enroll', parent, title: 'Enroll RDS database', event: 'database.enroll.rds', Component: EnrollRds },
      ...(env.isEmbedded
        ? [{ id: 'connect', parent, title: 'Set up sign-in', event: 'deployService' as const, Component: AwsConnect }]
        : [
            DEPLOY,
            {
              id: 'iam',
              parent,
              title: 'Configure IAM policy',
              event: 'database.configure.iampolicy' as const,
              Component: IamPolicy,
            },
          ]),
      ...LAST_STEPS,
    ],
  });
export default makeFlow;
