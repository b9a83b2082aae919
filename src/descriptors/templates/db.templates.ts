import type { DocumentTemplates } from '../documentTypes.ts';

const templates: DocumentTemplates = [
  {
    label: 'PostgreSQL',
    text: 'A server of one’s own',
    content: () => `kind: db
version: v3
metadata:
  # Lower-case letters, digits and -.
  name: orders
  description: Order book
  labels:
    env: prod
    team: data
spec:
  protocol: postgres
  uri: orders.internal:5432
  tls:
    # What is checked of the certificate: all of it.
    mode: verify-full
`,
  },
  {
    label: 'MySQL',
    text: 'A server of one’s own, with an authority of its own',
    content: () => `kind: db
version: v3
metadata:
  name: shop
  labels:
    env: dev
spec:
  protocol: mysql
  uri: shop.internal:3306
  tls:
    # The certificate is checked, the name in it is not.
    mode: verify-ca
    server_name: shop.internal
  mysql:
    # Clients are told this version.
    server_version: 8.0.28
`,
  },
  {
    label: 'MongoDB',
    text: 'A replica set, by the address of its driver',
    content: () => `kind: db
version: v3
metadata:
  name: catalogue
  labels:
    env: dev
spec:
  protocol: mongodb
  uri: mongodb://mongo-1.internal:27017,mongo-2.internal:27017/?replicaSet=rs0
`,
  },
  {
    label: 'Redis',
    text: 'A server of one’s own, over TLS',
    content: () => `kind: db
version: v3
metadata:
  name: cache
  labels:
    env: dev
spec:
  protocol: redis
  uri: rediss://cache.internal:6379
`,
  },
  {
    label: 'Amazon RDS',
    text: 'PostgreSQL or MySQL at AWS, with IAM in place of passwords',
    content: () => `kind: db
version: v3
metadata:
  name: orders-rds
  labels:
    env: prod
spec:
  protocol: postgres
  uri: orders.abcdefghijkl.eu-west-1.rds.amazonaws.com:5432
  aws:
    # Known from the address as well; the account is not.
    region: eu-west-1
    account_id: '123456789012'
    rds:
      instance_id: orders
      iam_auth: true
`,
  },
  {
    label: 'Google Cloud SQL',
    text: 'An instance at Google Cloud',
    content: () => `kind: db
version: v3
metadata:
  name: orders-gcp
  labels:
    env: prod
spec:
  protocol: postgres
  uri: 10.20.30.40:5432
  gcp:
    project_id: shop-prod
    instance_id: orders
`,
  },
  {
    label: 'SQL Server',
    text: 'In an Active Directory, with a keytab on the host of the service',
    content: () => `kind: db
version: v3
metadata:
  name: ledger
  labels:
    env: prod
spec:
  protocol: sqlserver
  uri: sql.corp.example.com:1433
  ad:
    domain: CORP.EXAMPLE.COM
    spn: MSSQLSvc/sql.corp.example.com:1433
    keytab_file: /etc/postern/keytab
    krb5_file: /etc/krb5.conf
`,
  },
];
export default templates;
