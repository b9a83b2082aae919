// The size of the API answers that the first list loads, as a browser receives them.
import { startGateway } from './gateway.mjs';

/** Calls of the console before the first row is shown. The page itself and its files are counted elsewhere. */
const CALLS = (/** @type {string} */ cluster) => [
  '/web/config.js',
  `/v1/webapi/sites/${cluster}/context`,
  `/v1/webapi/sites/${cluster}/alerts`,
  `/v1/webapi/sites/${cluster}/nodes?searchAsRoles=&limit=500&startKey=&query=&search=&sort=hostname%3Aasc`,
];

/** Bytes of the answers for a list of `nodes` servers, without headers. @param {number} nodes */
export async function firstListAnswers(nodes) {
  const gateway = await startGateway({ seed: ['--nodes', String(nodes)] });
  try {
    const sizes = CALLS(gateway.cluster).map(async (path) => {
      const headers = { ...gateway.headers, 'accept-encoding': 'gzip, deflate, br' };
      const answer = await fetch(gateway.base + path, { headers });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      await answer.arrayBuffer();
      return Number(answer.headers.get('content-length'));
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } finally {
    await gateway.stop();
  }
}
