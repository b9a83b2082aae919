import type { Certificates } from '../identity/ca/Certificates.ts';

/** Our authorities as another cluster keeps them: public keys and certificates alone (resource-specs §24, cert_authority). */
export async function authorityDocuments(certificates: Certificates, clusterName: string): Promise<readonly object[]> {
  const { ssh, tls } = await certificates.published();
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return (['user', 'host'] as const).map((type) => ({
    kind: 'cert_authority',
    sub_kind: type,
    version: 'v2',
    metadata: { name: clusterName },
    spec: {
      type,
      cluster_name: clusterName,
      active_keys: { ssh: [{ public_key: base64(`${ssh[type]}\n`) }], tls: [{ cert: base64(tls) }] },
      additional_trusted_keys: {},
    },
  }));
}
