import { ZERO_TIME } from '../../src/wire/http.ts';
import type { User } from '../store/users.ts';

type Issue = {
  /** RFC 3339. */
  expires: string;
  clientIp: string;
  cluster: string;
  /** OS accounts that a command line's certificate opens. */
  logins?: readonly string[];
};

/** The `cert.create` fields of a web session or of a command line's certificate. */
export const certFields = ({ name, roles, traits }: User, { expires, clientIp, cluster, logins }: Issue) => ({
  cert_type: 'user' as const,
  identity: {
    user: name,
    roles,
    traits,
    ...(logins && { logins }),
    expires,
    client_ip: clientIp,
    teleport_cluster: cluster,
    route_to_cluster: cluster,
    prev_identity_expires: ZERO_TIME,
  },
});
