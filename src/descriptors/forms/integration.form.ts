import type { DocumentForm } from '../documentTypes.ts';
import { description } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Integration',
  text: 'Gives this cluster access to another service.',
  sections: [
    {
      title: 'Service',
      inputs: [
        description,
        { path: 'sub_kind', label: 'Service' },
        {
          path: 'spec.aws_oidc.role_arn',
          label: 'AWS role',
          help: 'The role must trust this cluster as an identity provider.',
        },
      ],
    },
  ],
};
export default form;
