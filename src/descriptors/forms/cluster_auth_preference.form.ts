import type { DocumentForm } from '../documentTypes.ts';
import { field, half } from './commonInputs.ts';

// Settings are only documents in embedded mode. Settings without a use there are only in the text, where they are
// refused.

const form: DocumentForm = {
  title: 'Sign-in settings',
  sections: [
    {
      title: 'Sign-in',
      text: 'What the sign-in page offers.',
      inputs: [
        half('type', 'Default method'),
        half('connector_name', 'Connector'),
        half('allow_local_auth', 'Accounts of this cluster'),
        half('allow_passwordless', 'Passkeys without password'),
        half('allow_headless', 'Headless approval'),
        field('message_of_the_day', 'Message before the sign-in', { words: true }),
      ],
    },
    {
      title: 'Second factor',
      text: 'What users present in addition to the password.',
      inputs: [field('second_factor', 'Second factor')],
    },
    {
      title: 'Sessions',
      text: 'Applies to all sessions. Roles can be stricter.',
      inputs: [
        half('require_session_mfa', 'Second factor for each session'),
        half('disconnect_expired_cert', 'Sessions end with the certificate'),
      ],
    },
  ],
};
export default form;
