// Separate from start.cjs because `import()` is a syntax error on very old Node.

/**
 * Loads a module script. If it fails, the process ends, with only the message if the error is a StartError.
 * @param {string} script
 */
module.exports = function boot(script) {
  import(script).catch(function (error) {
    // A StartError has a message for the user at the terminal. Any other error is a bug and is printed with its stack.
    console.error(error && error.name === 'StartError' ? 'postern: ' + error.message : error);
    process.exit(1);
  });
};
