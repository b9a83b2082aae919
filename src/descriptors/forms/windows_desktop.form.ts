import type { DocumentForm } from '../documentTypes.ts';
import { description, field, half, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Desktop',
  sections: [
    {
      title: 'Address',
      inputs: [
        description,
        half('addr', 'Address'),
        half('domain', 'Domain'),
        field('non_ad', 'Not joined to a domain: accounts of the machine itself'),
      ],
    },
    labelSection('desktops', false),
  ],
};
export default form;
