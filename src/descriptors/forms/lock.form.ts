import type { DocumentForm } from '../documentTypes.ts';

const form: DocumentForm = {
  title: 'Lock',
  text: 'Keeps somebody or something out, everywhere and at once. Sessions that are open end.',
  sections: [
    {
      title: 'Who is locked',
      text: 'One of these. Of several, whoever fits any is locked out.',
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
      title: 'Why and until when',
      inputs: [
        { path: 'spec.message', label: 'Message', words: true },
        { path: 'spec.expires', label: 'Until' },
      ],
    },
  ],
};
export default form;
