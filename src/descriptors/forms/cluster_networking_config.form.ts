import type { DocumentForm } from '../documentTypes.ts';

// Settings are documents only where one machine serves: what it has no use for is left to the text, and refused there.

const form: DocumentForm = {
  title: 'Network settings',
  sections: [
    {
      title: 'Idle times',
      text: 'When idle sessions end automatically. 0s means never.',
      inputs: [
        { path: 'spec.client_idle_timeout', label: 'Sessions', half: true },
        { path: 'spec.web_idle_timeout', label: 'Consoles', half: true },
        { path: 'spec.idle_timeout_message', label: 'Message when a session ends', words: true },
      ],
    },
  ],
};
export default form;
