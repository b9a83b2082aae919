import type { DocumentForm } from '../documentTypes.ts';

const form: DocumentForm = {
  title: 'Trusted cluster',
  text: 'Users of the root cluster get access here as set in the role map. When you save, the server contacts the root cluster and stores this document under the root cluster’s own name.',
  sections: [
    {
      title: 'Root cluster',
      inputs: [
        {
          path: 'spec.enabled',
          label: 'Enabled',
          help: 'Off: trust and tunnel are removed, and this document is kept.',
        },
        {
          path: 'spec.token',
          label: 'Join token',
          help: 'Created at the root cluster, for clusters. Cannot be changed later.',
        },
        {
          path: 'spec.web_proxy_addr',
          label: 'Web address',
          half: true,
          help: 'host:port of the root’s proxy. Cannot be changed later.',
        },
        {
          path: 'spec.tunnel_addr',
          label: 'Tunnel address',
          half: true,
          help: 'Default: the web address. Cannot be changed later.',
        },
        {
          path: 'spec.role_map',
          label: 'Role map',
          columns: [
            { source: 'remote', label: 'Role there' },
            { source: 'local', label: 'Roles here', options: 'roles' },
          ],
          add: 'Add role',
          help: 'Users without any of these roles there have no access here. A role there can contain * or be a ^pattern$. $1 is the match of its first group.',
        },
      ],
    },
  ],
};
export default form;
