import type { DocumentForm } from '../documentTypes.ts';

// Settings are documents only where one machine serves: what it has no use for is left to the text, and refused there.

const form: DocumentForm = {
  title: 'Sign-in settings',
  sections: [
    {
      title: 'Sign-in',
      text: 'What the sign-in page offers.',
      inputs: [
        { path: 'spec.type', label: 'Default method', half: true },
        { path: 'spec.connector_name', label: 'Connector', half: true },
        { path: 'spec.allow_local_auth', label: 'Accounts of this cluster', half: true },
        { path: 'spec.allow_passwordless', label: 'Passkeys without password', half: true },
        { path: 'spec.allow_headless', label: 'Headless approval', half: true },
        { path: 'spec.message_of_the_day', label: 'Message before the sign-in', words: true },
      ],
    },
    {
      title: 'Second factor',
      text: 'What users present in addition to the password.',
      inputs: [{ path: 'spec.second_factor', label: 'Second factor' }],
    },
    {
      title: 'Sessions',
      text: 'Applies to all sessions. Roles can be stricter.',
      inputs: [
        { path: 'spec.require_session_mfa', label: 'Second factor for each session', half: true },
        { path: 'spec.disconnect_expired_cert', label: 'Sessions end with the certificate', half: true },
      ],
    },
  ],
};
export default form;
