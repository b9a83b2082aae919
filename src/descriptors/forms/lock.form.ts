import type { DocumentForm } from '../documentTypes.ts';

const form: DocumentForm = {
  title: 'Lock',
  text: 'Blocks a user or a resource everywhere and at once. Open sessions end.',
  sections: [
    {
      title: 'Target',
      text: 'One or more of these. The lock applies to each match.',
      inputs: [
        { path: 'spec.target.user', label: 'User', half: true },
        { path: 'spec.target.role', label: 'Role', half: true },
        { path: 'spec.target.login', label: 'Account on servers', half: true },
        { path: 'spec.target.server_id', label: 'Server, by its id', half: true },
        { path: 'spec.target.windows_desktop', label: 'Desktop', half: true },
        { path: 'spec.target.mfa_device', label: 'Second factor, by its id', half: true },
        { path: 'spec.target.access_request', label: 'Access request, by its id', half: true },
        { path: 'spec.target.device', label: 'Trusted device, by its id', half: true },
      ],
    },
    {
      title: 'Reason and expiry',
      inputs: [
        { path: 'spec.message', label: 'Message', words: true },
        { path: 'spec.expires', label: 'Until' },
      ],
    },
  ],
};
export default form;
