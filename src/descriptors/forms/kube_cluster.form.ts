import type { DocumentForm } from '../documentTypes.ts';
import { description, field, half, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Kubernetes cluster',
  sections: [
    {
      title: 'Credentials',
      text: 'Either a kubeconfig, or one of the cloud accounts below.',
      inputs: [description, field('kubeconfig', 'Kubeconfig, in base64')],
    },
    {
      title: 'Amazon EKS',
      group: 'Hosted by a cloud',
      text: 'All three are required.',
      inputs: [half('aws.region', 'Region'), half('aws.account_id', 'Account'), half('aws.name', 'Name there')],
    },
    {
      title: 'Azure AKS',
      group: 'Hosted by a cloud',
      text: 'The first three are required.',
      inputs: [
        half('azure.resource_name', 'Name there'),
        half('azure.resource_group', 'Resource group'),
        half('azure.subscription_id', 'Subscription'),
        half('azure.tenant_id', 'Tenant'),
      ],
    },
    {
      title: 'Google GKE',
      group: 'Hosted by a cloud',
      text: 'All three are required.',
      inputs: [half('gcp.location', 'Location'), half('gcp.project_id', 'Project'), half('gcp.name', 'Name there')],
    },
    labelSection('kubernetes'),
  ],
};
export default form;
