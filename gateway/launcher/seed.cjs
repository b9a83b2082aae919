// First file of `npm run seed`. See start.cjs.
require('./nodeVersion.cjs');
require('./boot.cjs')('./seed.mjs');
