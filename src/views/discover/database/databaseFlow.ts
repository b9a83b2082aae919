import { defineFlow, lastSteps, type MakeFlow, type Step } from '../flow/flow.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { DatabaseAccess, DatabaseFinished, DatabaseTest } from './DatabaseSteps.tsx';
import { INITIAL, KEPT, type DatabaseValues } from './databaseValues.ts';
import { DeployService } from './DeployService.tsx';
import { MutualTls } from './MutualTls.tsx';
import { RegisterForm } from './RegisterForm.tsx';

export const LAST_STEPS = lastSteps({ Access: DatabaseAccess, Test: DatabaseTest, Finished: DatabaseFinished });

const parent = 'Configure resource';
export const DEPLOY: Step<DatabaseValues> = {
  id: 'deploy',
  parent,
  title: 'Deploy database service',
  event: 'deployService',
  Component: DeployService,
};

/** Self-hosted PostgreSQL and MySQL servers. */
const makeFlow: MakeFlow = ({ card, env }) =>
  defineFlow<DatabaseValues>({
    title: 'Enroll a database',
    resource: card.resource,
    initial: INITIAL,
    keeps: KEPT,
    steps: env.isEmbedded
      ? [{ id: 'register', title: parent, event: 'database.register', Component: ConnectForm }, ...LAST_STEPS]
      : [
          { id: 'register', parent, title: 'Register a database', event: 'database.register', Component: RegisterForm },
          DEPLOY,
          { id: 'mtls', parent, title: 'Configure mTLS', event: 'database.configure.mtls', Component: MutualTls },
          ...LAST_STEPS,
        ],
  });
export default makeFlow;
