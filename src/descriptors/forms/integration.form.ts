import type { DocumentForm } from '../documentTypes.ts';
import { description } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Integration',
  text: 'Another service that this cluster may act in.',
  sections: [
    {
      title: 'Service',
      inputs: [
        description,
        { path: 'sub_kind', label: 'Service' },
        {
          path: 'spec.aws_oidc.role_arn',
          label: 'AWS role',
          help: 'The role has to trust the identity provider that this cluster is for the account.',
        },
      ],
    },
  ],
};
export default form;
