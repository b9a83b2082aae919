// The gateway below `npm run dev`. See develop.mjs.
require('./boot.cjs')('./developed.mjs');
