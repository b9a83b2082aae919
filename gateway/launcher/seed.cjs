// First file of `npm run seed`; see start.cjs.
require('./nodeVersion.cjs');
require('./boot.cjs')('./seed.mjs');
