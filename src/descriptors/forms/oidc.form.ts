import type { DocumentForm } from '../documentTypes.ts';
import { clientId, clientSecret, display, ROLES } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'OpenID Connect connector',
  text: 'Users sign in with their identity provider and get roles from its claims.',
  sections: [
    {
      title: 'Sign-in',
      inputs: [
        display,
        clientId,
        clientSecret,
        {
          path: 'spec.issuer_url',
          label: 'Issuer address',
          help: 'The provider’s own address, below which it publishes /.well-known/openid-configuration.',
        },
        {
          path: 'spec.redirect_url',
          label: 'Callback address',
          copy: true,
          help: 'Enter the same address at the provider.',
        },
        { path: 'spec.scope', label: 'Scopes', half: true, help: 'Besides openid and email' },
        { path: 'spec.username_claim', label: 'User name claim', half: true, help: 'Default: email' },
        {
          path: 'spec.prompt',
          label: 'Prompt of the provider',
          help: 'Default: select_account. login asks for the password each time. none leaves it to the provider',
        },
        {
          path: 'spec.claims_to_roles',
          label: 'Claims and roles',
          help: 'Users without a listed claim cannot sign in. A value can contain * or be a ^pattern$. $1 in a role is the match of its first group.',
          columns: [{ source: 'claim', label: 'Claim' }, { source: 'value', label: 'Value' }, ROLES],
          add: 'Add claim',
        },
      ],
    },
  ],
};
export default form;
