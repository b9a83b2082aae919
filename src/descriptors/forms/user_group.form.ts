import type { DocumentForm } from '../documentTypes.ts';
import { description, labels } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'User group',
  text: 'A group of another directory and the applications it gives access to.',
  sections: [
    {
      title: 'Group',
      inputs: [description, labels('userGroups'), { path: 'spec.Applications', label: 'Applications' }],
    },
  ],
};
export default form;
