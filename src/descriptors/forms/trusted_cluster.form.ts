import type { DocumentForm } from '../documentTypes.ts';

const form: DocumentForm = {
  title: 'Trusted cluster',
  text: 'Users of the root cluster reach what is here, as the role map says. The server asks the root when this is saved, and stores it under the root’s own name, whatever the name here.',
  sections: [
    {
      title: 'Root cluster',
      inputs: [
        {
          path: 'spec.enabled',
          label: 'Enabled',
          help: 'Off: trust and tunnel are gone, this document stays.',
        },
        { path: 'spec.token', label: 'Join token', help: 'Made at the root, for clusters. Cannot be changed later.' },
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
          help: 'The web address where it is empty. Cannot be changed later.',
        },
        {
          path: 'spec.role_map',
          label: 'Role map',
          columns: [
            { source: 'remote', label: 'Role there' },
            { source: 'local', label: 'Roles here', options: 'roles' },
          ],
          add: 'Add role',
          help: 'Someone with none of these roles there reaches nothing here. A role there may have a * or be a ^pattern$; $1 is what its first group found.',
        },
      ],
    },
  ],
};
export default form;
