import type { DocumentForm } from '../documentTypes.ts';
import { field, half } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Trusted cluster',
  text: 'Users of the root cluster get access here as set in the role map. When you save, the server contacts the root cluster and stores this document under the root cluster’s own name.',
  sections: [
    {
      title: 'Root cluster',
      inputs: [
        field('enabled', 'Enabled', { help: 'Off: trust and tunnel are removed, and this document is kept.' }),
        field('token', 'Join token', { help: 'Created at the root cluster, for clusters. Cannot be changed later.' }),
        half('web_proxy_addr', 'Web address', { help: 'host:port of the root’s proxy. Cannot be changed later.' }),
        half('tunnel_addr', 'Tunnel address', { help: 'Default: the web address. Cannot be changed later.' }),
        field('role_map', 'Role map', {
          columns: [
            { source: 'remote', label: 'Role there' },
            { source: 'local', label: 'Roles here', options: 'roles' },
          ],
          add: 'Add role',
          help: 'Users without any of these roles there have no access here. A role there can contain * or be a ^pattern$. $1 is the match of its first group.',
        }),
      ],
    },
  ],
};
export default form;
