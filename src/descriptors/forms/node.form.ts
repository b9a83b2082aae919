import type { DocumentForm } from '../documentTypes.ts';
import { labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Server',
  text: 'A host that is reached over SSH, without an agent.',
  sections: [
    {
      title: 'Address',
      inputs: [
        { path: 'spec.hostname', label: 'Host name', half: true },
        { path: 'spec.addr', label: 'SSH address', half: true },
      ],
    },
    labelSection('nodes', false),
  ],
};
export default form;
