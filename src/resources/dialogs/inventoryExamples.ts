// Examples of entries of gateway.yaml, by kind of document (docs/configuration.md).

type Example = {
  yaml: string;
  /** Fields that a document from the console does not have, and fields that the file must have. */
  console: string;
  file: string;
  /** Where the settings are documented. */
  docs: string;
};

const NO_CREDENTIALS = 'The document has no passwords or keys. “Connection settings” in the menu of the row set them.';

export const inventoryExamples: Readonly<Record<string, Example>> = {
  node: {
    yaml: `inventory:
  - kind: node
    version: v2
    sub_kind: openssh
    metadata:
      name: 4d4e1c5e-0c0e-4c9b-9d62-0a1f6d2a7b11
      labels: { env: prod }
    spec:
      hostname: web-1
      addr: web-1.example.com:22
`,
    console: 'The gateway connects with its usual key.',
    file: '“connect” names another key or a jump host.',
    docs: 'docs/configuration.md',
  },
  app: {
    yaml: `inventory:
  - kind: app
    version: v3
    metadata:
      name: wiki
      labels: { env: prod }
    spec:
      uri: http://127.0.0.1:8080
`,
    console: 'Its address must be reachable from the gateway.',
    file: '“connect: { via: web-1 }” reaches it through a server.',
    docs: 'docs/applications.md',
  },
  db: {
    yaml: `inventory:
  - kind: db
    version: v3
    metadata:
      name: orders
      labels: { env: prod }
    spec:
      protocol: postgres
      uri: orders.example.com:5432
    connect:
      password_file: /etc/postern/orders-password
`,
    console: NO_CREDENTIALS,
    file: '“connect” names the password, certificates, and a server in between.',
    docs: 'docs/databases.md',
  },
  kube_cluster: {
    yaml: `inventory:
  - kind: kube_cluster
    version: v3
    metadata:
      name: production
      labels: { env: prod }
    connect:
      kubeconfig: /etc/postern/kubeconfig
      context: production
`,
    console: 'The document can contain a kubeconfig with credentials.',
    file: '“connect” names the kubeconfig, its context, and a server in between.',
    docs: 'docs/kubernetes.md',
  },
  windows_desktop: {
    yaml: `inventory:
  - kind: windows_desktop
    version: v3
    metadata:
      name: lab-1
      labels: { env: lab }
    spec:
      addr: lab-1.example.com:5900
    connect:
      vnc:
        password_file: /etc/postern/lab-1-password
`,
    console: NO_CREDENTIALS,
    file: '“connect” names the password of a VNC server, or the account of an RDP server.',
    docs: 'docs/configuration.md',
  },
};
