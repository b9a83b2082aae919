import { serverBehaviour } from '../api/serverBehaviour.ts';
import { appList, launchPath, type App } from '../api/apps.ts';
import { adding, connectSettings, editDocument, testConnection } from './reachableActions.ts';
import { defineResource } from './defineResource.ts';
import { inventoryList, inventoryPage } from './inventory.ts';

const TYPE_LABELS: Readonly<Record<App['type'], string>> = {
  web: 'Web',
  aws: 'AWS console',
  cloud: 'Cloud API',
  tcp: 'TCP',
};

/** Why a browser cannot open it (screens §5.3). Our gateway serves neither accounts of clouds nor command lines. */
const blocked = ({ type, fqdn }: App): string | undefined => {
  if (type !== 'web' && serverBehaviour.isGateway) return 'This gateway opens web applications only';
  if (type === 'cloud' || type === 'tcp') return 'A browser cannot open it. Use a command line';
  return fqdn === '' ? 'The server does not tell its address' : undefined;
};

export default defineResource<App>({
  ...inventoryPage('apps', { icon: 'app-window', acl: 'appServers', flag: 'applications', weight: 2 }),
  label: ['Application', 'Applications'],
  wire: { list: appList },
  fields: [
    { source: 'name', kind: 'text', label: 'Name', sort: true, list: { width: [150, 232] } },
    {
      source: 'description',
      kind: 'text',
      label: 'Description',
      sort: true,
      list: { width: [110, 200] },
      tag: ({ friendlyName }) => friendlyName || undefined,
    },
    { source: 'address', kind: 'mono', label: 'Address', list: { width: [160, 280] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
    {
      source: 'type',
      kind: 'text',
      label: 'Type',
      list: { hidden: true, width: 110 },
      value: ({ type }) => TYPE_LABELS[type],
    },
    {
      source: 'publicAddr',
      kind: 'mono',
      label: 'Public address',
      sort: 'publicAddress',
      list: { hidden: true, width: 220 },
    },
  ],
  list: {
    ...inventoryList('name', 'applications'),
    phone: { name: 'name', meta: ['address'] },
    mark: ({ type, name }) => (type === 'aws' || type === 'cloud' ? { icon: 'cloud' } : { letter: name }),
    adds: adding('application', 'Add application', 'app'),
  },
  predicate: {
    name: (app) => app.name,
    labels: (app) => app.labels,
    values: (app) => [app.name, app.description, app.publicAddr],
  },
  access: { kind: 'app' },
  rowActions: [
    { id: 'launch', label: 'Launch', suits: ({ type }) => type !== 'aws', blocked, link: (app) => launchPath(app) },
    {
      id: 'launch-as',
      label: 'Launch',
      suits: ({ type }) => type === 'aws',
      blocked,
      menu: (app) => ({
        entries: app.awsRoles.map(({ name, display, arn }) => ({
          label: display,
          to: launchPath(app, arn),
          ...(name !== display && { text: name }),
        })),
        none: 'Your roles do not allow any AWS role of this account',
        head: 'Open the console as',
        foot: 'Opens in a new tab',
        mono: true,
        target: 'newTab',
      }),
    },
    testConnection('app'),
    editDocument<App>('app'),
    connectSettings<App>('app'),
  ],
});
