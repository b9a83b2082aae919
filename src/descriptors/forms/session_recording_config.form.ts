import type { DocumentForm } from '../documentTypes.ts';
import { field } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Recording settings',
  text: 'Where sessions are recorded.',
  sections: [
    {
      title: 'Recording',
      inputs: [field('mode', 'Where'), field('proxy_checks_host_keys', 'The proxy checks certificates of servers')],
    },
  ],
};
export default form;
