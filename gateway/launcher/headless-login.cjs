// First file of `npm run headless-login`. See start.cjs.
require('./nodeVersion.cjs');
require('./boot.cjs')('./headless-login.mjs');
