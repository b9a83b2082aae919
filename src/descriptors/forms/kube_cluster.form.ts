import type { DocumentForm } from '../documentTypes.ts';
import { description, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Kubernetes cluster',
  sections: [
    {
      title: 'Credentials',
      text: 'Either a kubeconfig, or one of the cloud accounts below.',
      inputs: [description, { path: 'spec.kubeconfig', label: 'Kubeconfig, in base64' }],
    },
    {
      title: 'Amazon EKS',
      group: 'Hosted by a cloud',
      text: 'All three are required.',
      inputs: [
        { path: 'spec.aws.region', label: 'Region', half: true },
        { path: 'spec.aws.account_id', label: 'Account', half: true },
        { path: 'spec.aws.name', label: 'Name there', half: true },
      ],
    },
    {
      title: 'Azure AKS',
      group: 'Hosted by a cloud',
      text: 'The first three are required.',
      inputs: [
        { path: 'spec.azure.resource_name', label: 'Name there', half: true },
        { path: 'spec.azure.resource_group', label: 'Resource group', half: true },
        { path: 'spec.azure.subscription_id', label: 'Subscription', half: true },
        { path: 'spec.azure.tenant_id', label: 'Tenant', half: true },
      ],
    },
    {
      title: 'Google GKE',
      group: 'Hosted by a cloud',
      text: 'All three are required.',
      inputs: [
        { path: 'spec.gcp.location', label: 'Location', half: true },
        { path: 'spec.gcp.project_id', label: 'Project', half: true },
        { path: 'spec.gcp.name', label: 'Name there', half: true },
      ],
    },
    labelSection('kubernetes'),
  ],
};
export default form;
