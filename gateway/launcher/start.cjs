// First file of `npm start`. It must parse on any old Node, so that it can print the required version.
require('./nodeVersion.cjs');
require('./boot.cjs')('./start.mjs');
