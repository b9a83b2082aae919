import type { DocumentForm } from '../documentTypes.ts';
import { description, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Database',
  sections: [
    {
      title: 'Address',
      text: 'Address and protocol of the database.',
      inputs: [
        description,
        { path: 'spec.protocol', label: 'Protocol', half: true },
        { path: 'spec.uri', label: 'Address', half: true },
        { path: 'spec.admin_user.name', label: 'Account that creates other accounts', half: true },
        { path: 'spec.mysql.server_version', label: 'MySQL version sent to clients', half: true },
      ],
    },
    {
      title: 'Certificate',
      text: 'How the gateway verifies this database.',
      inputs: [
        { path: 'spec.tls.mode', label: 'Checks', half: true },
        { path: 'spec.tls.server_name', label: 'Name in the certificate', half: true },
        { path: 'spec.tls.ca_cert', label: 'Authority' },
      ],
    },
    labelSection('databases'),
    {
      title: 'AWS',
      group: 'Hosted by a cloud',
      text: 'Most of it is derived from the address.',
      inputs: [
        { path: 'spec.aws.region', label: 'Region', half: true },
        { path: 'spec.aws.account_id', label: 'Account', half: true },
        { path: 'spec.aws.assume_role_arn', label: 'Role to assume' },
        { path: 'spec.aws.external_id', label: 'External id', half: true },
        { path: 'spec.aws.rds.instance_id', label: 'RDS instance', half: true },
        { path: 'spec.aws.rds.cluster_id', label: 'Aurora cluster', half: true },
        { path: 'spec.aws.rds.resource_id', label: 'RDS resource id', half: true },
        { path: 'spec.aws.rds.iam_auth', label: 'IAM authentication is on' },
        { path: 'spec.aws.redshift.cluster_id', label: 'Redshift cluster', half: true },
        { path: 'spec.aws.redshift_serverless.workgroup_name', label: 'Redshift Serverless workgroup', half: true },
        { path: 'spec.aws.elasticache.replication_group_id', label: 'ElastiCache group', half: true },
        { path: 'spec.aws.memorydb.cluster_name', label: 'MemoryDB cluster', half: true },
        { path: 'spec.aws.opensearch.domain_name', label: 'OpenSearch domain', half: true },
      ],
    },
    {
      title: 'Google and Azure',
      group: 'Hosted by a cloud',
      inputs: [
        { path: 'spec.gcp.project_id', label: 'Google project', half: true },
        { path: 'spec.gcp.instance_id', label: 'Cloud SQL instance', half: true },
        { path: 'spec.azure.name', label: 'Azure name', half: true },
        { path: 'spec.azure.resource_id', label: 'Azure resource id', half: true },
        { path: 'spec.mongo_atlas.name', label: 'MongoDB Atlas name', half: true },
      ],
    },
    {
      title: 'Active Directory',
      group: 'Accounts',
      text: 'For SQL Server.',
      inputs: [
        { path: 'spec.ad.domain', label: 'Domain', half: true },
        { path: 'spec.ad.spn', label: 'Service principal name', half: true },
        { path: 'spec.ad.keytab_file', label: 'Keytab file', half: true },
        { path: 'spec.ad.krb5_file', label: 'Kerberos configuration', half: true },
        { path: 'spec.ad.kdc_host_name', label: 'Key distribution centre', half: true },
        { path: 'spec.ad.ldap_cert', label: 'Certificate of the directory' },
      ],
    },
  ],
};
export default form;
