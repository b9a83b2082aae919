import { ENTER_NOTE } from '../../wire/documentSecrets.ts';
import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'By kubeconfig',
    text: 'Any cluster, with credentials of its own',
    content: () => `kind: kube_cluster
version: v3
metadata:
  name: eu-1
  labels:
    env: dev
    region: eu
spec:
  # A kubeconfig in base64; its first context is used.
  kubeconfig: ${ENTER_NOTE}
`,
  },
  {
    label: 'Amazon EKS',
    text: 'A cluster at AWS',
    content: () => `kind: kube_cluster
version: v3
metadata:
  name: prod-eks
  labels:
    env: prod
spec:
  # All three are needed.
  aws:
    region: eu-west-1
    account_id: '123456789012'
    name: prod
`,
  },
  {
    label: 'Azure AKS',
    text: 'A cluster at Azure',
    content: () => `kind: kube_cluster
version: v3
metadata:
  name: prod-aks
  labels:
    env: prod
spec:
  azure:
    resource_name: prod
    resource_group: ops
    subscription_id: 11111111-2222-3333-4444-555555555555
`,
  },
  {
    label: 'Google GKE',
    text: 'A cluster at Google Cloud',
    content: () => `kind: kube_cluster
version: v3
metadata:
  name: prod-gke
  labels:
    env: prod
spec:
  # All three are needed.
  gcp:
    location: europe-west1
    project_id: shop-prod
    name: prod
`,
  },
];
export default templates;
