import type { DocumentForm } from '../documentTypes.ts';
import { field, half, oauthClient, ROLES } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'OpenID Connect connector',
  text: 'Users sign in with their identity provider and get roles from its claims.',
  sections: [
    {
      title: 'Sign-in',
      inputs: [
        ...oauthClient,
        field('issuer_url', 'Issuer address', {
          help: 'The provider’s own address, below which it publishes /.well-known/openid-configuration.',
        }),
        field('redirect_url', 'Callback address', { copy: true, help: 'Enter the same address at the provider.' }),
        half('scope', 'Scopes', { help: 'Besides openid and email' }),
        half('username_claim', 'User name claim', { help: 'Default: email' }),
        field('prompt', 'Prompt of the provider', {
          help: 'Default: select_account. login asks for the password each time. none leaves it to the provider',
        }),
        field('claims_to_roles', 'Claims and roles', {
          help: 'Users without a listed claim cannot sign in. A value can contain * or be a ^pattern$. $1 in a role is the match of its first group.',
          columns: [{ source: 'claim', label: 'Claim' }, { source: 'value', label: 'Value' }, ROLES],
          add: 'Add claim',
        }),
      ],
    },
  ],
};
export default form;
