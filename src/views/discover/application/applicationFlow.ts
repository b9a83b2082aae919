import { DIAGNOSTICS_MORE } from '../../../wire/config.ts';
import { defineFlow, type MakeFlow, type Step } from '../flow/flow.ts';
import { ApplicationForm, type ApplicationValues } from './ApplicationForm.tsx';
import { ApplicationFinished, ApplicationTest } from './ApplicationSteps.tsx';

const TEST: Step<ApplicationValues> = {
  id: 'test',
  title: 'Test connection',
  event: 'testConnection',
  Component: ApplicationTest,
};

/** In front of a cluster a dialog takes the place of this flow (AddApplicationDialog.tsx). */
const makeFlow: MakeFlow = ({ card, env }) =>
  defineFlow<ApplicationValues>({
    kind: 'application',
    title: 'Enroll an application',
    resource: card.resource,
    initial: { name: '', uri: '', publicAddr: '', labels: {}, via: '', viaLogin: '' },
    keeps: ['name', 'uri', 'publicAddr', 'labels', 'via', 'viaLogin', 'saved'],
    steps: [
      { id: 'configure', title: 'Configure resource', event: 'deployService', Component: ApplicationForm },
      ...(env.config.extensions.includes(DIAGNOSTICS_MORE) ? [TEST] : []),
      { id: 'finished', title: 'Finished', event: 'completed', Component: ApplicationFinished },
    ],
  });
export default makeFlow;
