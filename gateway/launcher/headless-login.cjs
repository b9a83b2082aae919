// First file of `npm run headless-login`; see start.cjs.
require('./nodeVersion.cjs');
require('./boot.cjs')('./headless-login.mjs');
