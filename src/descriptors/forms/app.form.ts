import type { DocumentForm } from '../documentTypes.ts';
import { description, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Application',
  sections: [
    {
      title: 'Address',
      text: 'Where the application is, and under which name people open it. Its own name becomes a host name: lower-case letters, digits and -.',
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
      text: 'What is changed on the way to the application and back.',
      inputs: [
        {
          path: 'spec.rewrite.headers',
          label: 'Headers that are added',
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
      text: 'For consoles and APIs of a cloud. An application of one’s own needs none of it.',
      inputs: [
        { path: 'spec.cloud', label: 'Cloud', half: true },
        { path: 'spec.aws.external_id', label: 'AWS external id', half: true },
      ],
    },
  ],
};
export default form;
