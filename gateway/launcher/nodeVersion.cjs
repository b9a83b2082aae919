// Ends the process with one line if Node is too old. The syntax is old on purpose, because old Node must parse it.
var required = require('../../package.json').engines.node.replace(/^>=/, '');

/** @param {string} version */
function rank(version) {
  return version.split('.').reduce(function (sum, part) {
    return sum * 1000 + Number(part);
  }, 0);
}

if (rank(process.versions.node) < rank(required)) {
  console.error('postern: Node ' + required + ' or newer is required, found ' + process.versions.node);
  process.exit(1);
}
