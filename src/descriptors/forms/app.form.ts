import type { DocumentForm } from '../documentTypes.ts';
import { description, field, half, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Application',
  sections: [
    {
      title: 'Address',
      text: 'Where the application is, and the name users open it with. The name of the resource becomes a host name: lower-case letters, digits and -.',
      inputs: [
        description,
        field('uri', 'Internal address'),
        field('public_addr', 'Public host name'),
        field('insecure_skip_verify', 'Accept any certificate of the application'),
      ],
    },
    labelSection('apps'),
    {
      title: 'Requests',
      text: 'Changes to requests and responses.',
      inputs: [
        field('rewrite.headers', 'Added headers', {
          columns: [
            { source: 'name', label: 'Name' },
            { source: 'value', label: 'Value' },
          ],
          add: 'Add header',
        }),
        field('rewrite.redirect', 'Hosts rewritten in redirects'),
      ],
    },
    {
      title: 'Cloud',
      text: 'For consoles and APIs of a cloud provider. Not needed for your own applications.',
      inputs: [half('cloud', 'Cloud'), half('aws.external_id', 'AWS external id')],
    },
  ],
};
export default form;
