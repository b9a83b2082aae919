// Loaded into a gateway's process first: redirects calls of github.com to the server of githubServer.ts. The recorded
// exchanges name github.com itself, which tests must not call.
const standIn = process.env.GITHUB_STAND_IN ?? '';
const { fetch } = globalThis;

/** @type {typeof fetch} */
const standInFetch = (input, init) => {
  const url = String(input instanceof Request ? input.url : input)
    .replace('https://github.com', standIn)
    .replace('https://api.github.com', `${standIn}/api/v3`);
  if (!url.startsWith(`${standIn}/`)) throw new Error(`a test must not ask ${url}`);
  return fetch(url, init);
};
globalThis.fetch = standInFetch;
