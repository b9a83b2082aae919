import type { DocumentForm } from '../documentTypes.ts';
import { field, oauthClient, ROLES } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'GitHub connector',
  text: 'Users sign in with GitHub and get roles from their teams.',
  sections: [
    {
      title: 'Sign-in',
      inputs: [
        ...oauthClient,
        field('redirect_url', 'Callback address', {
          copy: true,
          help: 'Enter the same address in the OAuth app at GitHub.',
        }),
        field('teams_to_roles', 'Teams and roles', {
          help: 'Users without a listed team cannot sign in. Users in several teams get the roles of all.',
          columns: [{ source: 'organization', label: 'Organization' }, { source: 'team', label: 'Team' }, ROLES],
          add: 'Add team',
        }),
      ],
    },
  ],
};
export default form;
