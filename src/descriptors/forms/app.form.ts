import type { DocumentForm } from '../documentTypes.ts';
import { description, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Application',
  sections: [
    {
      title: 'Address',
      text: 'Where the application is, and the name users open it with. The name of the resource becomes a host name: lower-case letters, digits and -.',
      inputs: [
        description,
        { path: 'spec.uri', label: 'Internal address' },
        { path: 'spec.public_addr', label: 'Public host name' },
        { path: 'spec.insecure_skip_verify', label: 'Accept any certificate of the application' },
      ],
    },
    labelSection('apps'),
    {
      title: 'Requests',
      text: 'Changes to requests and responses.',
      inputs: [
        {
          path: 'spec.rewrite.headers',
          label: 'Added headers',
          columns: [
            { source: 'name', label: 'Name' },
            { source: 'value', label: 'Value' },
          ],
          add: 'Add header',
        },
        { path: 'spec.rewrite.redirect', label: 'Hosts rewritten in redirects' },
      ],
    },
    {
      title: 'Cloud',
      text: 'For consoles and APIs of a cloud provider. Not needed for your own applications.',
      inputs: [
        { path: 'spec.cloud', label: 'Cloud', half: true },
        { path: 'spec.aws.external_id', label: 'AWS external id', half: true },
      ],
    },
  ],
};
export default form;
