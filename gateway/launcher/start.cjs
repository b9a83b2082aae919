// First file of `npm start`. It must parse on any Node, however old, to be able to name the one that is needed.
require('./nodeVersion.cjs');
require('./boot.cjs')('./start.mjs');
