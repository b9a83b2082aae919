import type { DocumentForm } from '../documentTypes.ts';
import { description } from './metadataInputs.ts';

const form: DocumentForm = {
  title: 'User group',
  text: 'A group of another directory, and the applications that it opens.',
  sections: [
    {
      title: 'Group',
      inputs: [
        description,
        { path: 'metadata.labels', label: 'Labels', labelsOf: 'userGroups' },
        { path: 'spec.Applications', label: 'Applications' },
      ],
    },
  ],
};
export default form;
