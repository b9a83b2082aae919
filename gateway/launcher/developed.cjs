// The gateway below `npm run dev`; see develop.mjs.
require('./boot.cjs')('./developed.mjs');
