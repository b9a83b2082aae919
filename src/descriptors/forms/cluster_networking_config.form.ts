import type { DocumentForm } from '../documentTypes.ts';
import { field, half } from './commonInputs.ts';

// Settings are only documents in embedded mode. Settings without a use there are only in the text, where they are
// refused.

const form: DocumentForm = {
  title: 'Network settings',
  sections: [
    {
      title: 'Idle times',
      text: 'When idle sessions end automatically. 0s means never.',
      inputs: [
        half('client_idle_timeout', 'Sessions'),
        half('web_idle_timeout', 'Consoles'),
        field('idle_timeout_message', 'Message when a session ends', { words: true }),
      ],
    },
  ],
};
export default form;
