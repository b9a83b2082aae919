import type { DocumentForm } from '../documentTypes.ts';

const form: DocumentForm = {
  title: 'Recording settings',
  text: 'Where sessions are recorded.',
  sections: [
    {
      title: 'Recording',
      inputs: [
        { path: 'spec.mode', label: 'Where' },
        { path: 'spec.proxy_checks_host_keys', label: 'The proxy checks certificates of servers' },
      ],
    },
  ],
};
export default form;
