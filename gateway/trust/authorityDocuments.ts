import type { Authorities } from '../identity/ca/Authorities.ts';

/**
 * This cluster's authorities for another cluster: only public keys and certificates (resource-specs §24,
 * cert_authority).
 */
export async function authorityDocuments(authorities: Authorities, clusterName: string): Promise<readonly object[]> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const document = async (type: 'user' | 'host') => {
    const { certificate } = await authorities.tls(type);
    return {
      kind: 'cert_authority',
      sub_kind: type,
      version: 'v2',
      metadata: { name: clusterName },
      spec: {
        type,
        cluster_name: clusterName,
        active_keys: {
          ssh: [{ public_key: base64(`${authorities.ssh(type).line}\n`) }],
          tls: [{ cert: base64(certificate) }],
        },
        additional_trusted_keys: {},
      },
    };
  };
  return Promise.all([document('user'), document('host')]);
}
