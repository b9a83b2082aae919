import { connect, type DetailedPeerCertificate } from 'node:tls';
import { ApiFailure, notServed } from '../http/failures.ts';

const TIMEOUT_MS = 10_000;

/**
 * Hex SHA-1 of the last certificate that a cloud meets at our address, as it counts them (http-resources §14.2). Read from
 * outside, because something in front of the gateway may speak TLS for it.
 */
export async function publicThumbprint(publicUrl: string): Promise<string> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:')
    throw notServed('thumbprint: this gateway uses plain HTTP, which cloud providers do not trust');
  const last = lastOf(await certificateAt(hostname.replace(/^\[|\]$/g, ''), Number(port || 443)));
  return last.fingerprint.replaceAll(':', '').toLowerCase();
}

/** The chain ends with itself. */
function lastOf(certificate: DetailedPeerCertificate): DetailedPeerCertificate {
  const issuer = certificate.issuerCertificate as DetailedPeerCertificate | undefined;
  return issuer === undefined || issuer.fingerprint === certificate.fingerprint ? certificate : lastOf(issuer);
}

const certificateAt = (host: string, port: number): Promise<DetailedPeerCertificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(/[a-z]/i.test(host) && { servername: host }) });
    const fail = (error: Error) => {
      socket.destroy();
      reject(new ApiFailure(500, `the certificate of ${host} cannot be trusted: ${error.message}`));
    };
    socket.setTimeout(TIMEOUT_MS, () => fail(new Error('no answer')));
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate(true);
      socket.end();
      resolve(certificate);
    });
  });
