import type { DocumentForm } from '../documentTypes.ts';
import { half, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Server',
  text: 'A host that is reached over SSH, without an agent.',
  sections: [
    {
      title: 'Address',
      inputs: [half('hostname', 'Host name'), half('addr', 'SSH address')],
    },
    labelSection('nodes', false),
  ],
};
export default form;
