import type { DocumentForm } from '../documentTypes.ts';
import { description, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Desktop',
  sections: [
    {
      title: 'Address',
      inputs: [
        description,
        { path: 'spec.addr', label: 'Address', half: true },
        { path: 'spec.domain', label: 'Domain', half: true },
        { path: 'spec.non_ad', label: 'Not joined to a domain: accounts of the machine itself' },
      ],
    },
    labelSection('desktops', false),
  ],
};
export default form;
