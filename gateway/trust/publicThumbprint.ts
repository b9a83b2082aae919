import { connect, type ConnectionOptions, type DetailedPeerCertificate } from 'node:tls';
import { ApiFailure, notServed } from '../http/failures.ts';
import { faultMessage } from '../ssh/refusal.ts';

const TIMEOUT_MS = 10_000;

/**
 * Hex SHA-1 of the last certificate of the chain that a cloud sees at the public address (http-resources §14.2). It is
 * read from outside, because a proxy in front of the gateway may terminate TLS.
 */
export async function publicThumbprint(publicUrl: string): Promise<string> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:')
    throw notServed('thumbprint: this gateway uses plain HTTP, which cloud providers do not trust');
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443) };
  const trusted = await certificateAt(address);
  // Node adds issuers that it knows. Without any, the chain is what the server sends.
  const sent = await certificateAt({ ...address, ca: [], rejectUnauthorized: false });
  if (sent.fingerprint256 !== trusted.fingerprint256)
    throw new ApiFailure(500, `${address.host} has more than one certificate. Try again`);
  return lastOf(sent).fingerprint.replaceAll(':', '').toLowerCase();
}

/** The chain ends with its last certificate, or with a self-signed one. */
function lastOf(certificate: DetailedPeerCertificate): DetailedPeerCertificate {
  const issuer = certificate.issuerCertificate as DetailedPeerCertificate | undefined;
  return issuer === undefined || issuer.fingerprint === certificate.fingerprint ? certificate : lastOf(issuer);
}

const certificateAt = (options: ConnectionOptions & { host: string }): Promise<DetailedPeerCertificate> =>
  new Promise((resolve, reject) => {
    const { host } = options;
    const socket = connect({ ...options, ...(/[a-z]/i.test(host) && { servername: host }) });
    const fail = (error: Error) => {
      socket.destroy();
      // Node sets it only after it has seen a certificate.
      const isUntrusted = Boolean(socket.authorizationError);
      const problem = isUntrusted ? `the certificate of ${host} cannot be trusted` : `${host} cannot be reached`;
      reject(new ApiFailure(500, `${problem}: ${faultMessage(error) ?? error.message}`));
    };
    socket.setTimeout(TIMEOUT_MS, () => fail(new Error('it does not answer')));
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate(true);
      socket.end();
      resolve(certificate);
    });
  });
