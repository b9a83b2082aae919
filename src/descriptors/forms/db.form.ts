import type { DocumentForm } from '../documentTypes.ts';
import { description, field, half, labelSection } from './commonInputs.ts';

const form: DocumentForm = {
  title: 'Database',
  sections: [
    {
      title: 'Address',
      text: 'Address and protocol of the database.',
      inputs: [
        description,
        half('protocol', 'Protocol'),
        half('uri', 'Address'),
        half('admin_user.name', 'Account that creates other accounts'),
        half('mysql.server_version', 'MySQL version sent to clients'),
      ],
    },
    {
      title: 'Certificate',
      text: 'How the gateway verifies this database.',
      inputs: [
        half('tls.mode', 'Checks'),
        half('tls.server_name', 'Name in the certificate'),
        field('tls.ca_cert', 'Authority'),
      ],
    },
    labelSection('databases'),
    {
      title: 'AWS',
      group: 'Hosted by a cloud',
      text: 'Most of it is derived from the address.',
      inputs: [
        half('aws.region', 'Region'),
        half('aws.account_id', 'Account'),
        field('aws.assume_role_arn', 'Role to assume'),
        half('aws.external_id', 'External id'),
        half('aws.rds.instance_id', 'RDS instance'),
        half('aws.rds.cluster_id', 'Aurora cluster'),
        half('aws.rds.resource_id', 'RDS resource id'),
        field('aws.rds.iam_auth', 'IAM authentication is on'),
        half('aws.redshift.cluster_id', 'Redshift cluster'),
        half('aws.redshift_serverless.workgroup_name', 'Redshift Serverless workgroup'),
        half('aws.elasticache.replication_group_id', 'ElastiCache group'),
        half('aws.memorydb.cluster_name', 'MemoryDB cluster'),
        half('aws.opensearch.domain_name', 'OpenSearch domain'),
      ],
    },
    {
      title: 'Google and Azure',
      group: 'Hosted by a cloud',
      inputs: [
        half('gcp.project_id', 'Google project'),
        half('gcp.instance_id', 'Cloud SQL instance'),
        half('azure.name', 'Azure name'),
        half('azure.resource_id', 'Azure resource id'),
        half('mongo_atlas.name', 'MongoDB Atlas name'),
      ],
    },
    {
      title: 'Active Directory',
      group: 'Accounts',
      text: 'For SQL Server.',
      inputs: [
        half('ad.domain', 'Domain'),
        half('ad.spn', 'Service principal name'),
        half('ad.keytab_file', 'Keytab file'),
        half('ad.krb5_file', 'Kerberos configuration'),
        half('ad.kdc_host_name', 'Key distribution centre'),
        field('ad.ldap_cert', 'Certificate of the directory'),
      ],
    },
  ],
};
export default form;
