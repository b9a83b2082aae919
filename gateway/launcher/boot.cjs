// Apart from start.cjs because `import()` is a syntax error on very old Node.

/**
 * Loads a module script; its failure ends the process with one line where the failure explains itself.
 * @param {string} script
 */
module.exports = function boot(script) {
  import(script).catch(function (error) {
    // A StartError speaks to the person at the terminal; anything else is a defect and shows where it happened.
    console.error(error && error.name === 'StartError' ? 'postern: ' + error.message : error);
    process.exit(1);
  });
};
