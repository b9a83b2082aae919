import { DIAGNOSTICS_MORE } from '../../../wire/config.ts';
import { defineFlow, type MakeFlow, type Step } from '../flow/flow.ts';
import { ActiveDirectoryTools } from './ActiveDirectoryTools.tsx';
import { DesktopForm } from './DesktopForm.tsx';
import { DesktopService } from './DesktopService.tsx';
import { DesktopAccess, DesktopFinished, DesktopTest } from './DesktopSteps.tsx';
import type { DesktopValues } from './desktopTexts.ts';
import { FoundDesktops } from './FoundDesktops.tsx';

const TEST: Step<DesktopValues> = {
  id: 'test',
  title: 'Test connection',
  event: 'testConnection',
  Component: DesktopTest,
};

const FINISHED: Step<DesktopValues> = {
  id: 'finished',
  title: 'Finished',
  event: 'completed',
  Component: DesktopFinished,
};

const makeFlow: MakeFlow = ({ card, env }) =>
  defineFlow<DesktopValues>({
    kind: 'desktop',
    title: env.isEmbedded ? 'Enroll a desktop' : 'Enroll Active Directory',
    resource: card.resource,
    initial: { name: '', addr: '', protocol: 'vnc', account: '', domain: '', fingerprint: '', labels: {} },
    keeps: [
      'name',
      'addr',
      'protocol',
      'account',
      'domain',
      'fingerprint',
      'labels',
      'saved',
      'service',
      'resourceIds',
    ],
    steps: env.isEmbedded
      ? [
          { id: 'configure', title: 'Configure resource', event: 'deployService', Component: DesktopForm },
          { id: 'access', title: 'Set up access', event: 'principals.configure', Component: DesktopAccess },
          ...(env.config.extensions.includes(DIAGNOSTICS_MORE) ? [TEST] : []),
          FINISHED,
        ]
      : [
          {
            id: 'tools',
            title: 'Install Active Directory',
            event: 'desktop.activeDirectory.tools.install',
            Component: ActiveDirectoryTools,
          },
          {
            id: 'service',
            title: 'Connect',
            event: 'desktop.activeDirectory.configure',
            Component: DesktopService,
          },
          {
            id: 'desktops',
            title: 'Discover desktops',
            event: 'autoDiscoveredResources',
            leavesFreely: true,
            Component: FoundDesktops,
          },
          FINISHED,
        ],
  });
export default makeFlow;
