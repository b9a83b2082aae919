// `npm run headless-login`: signs in a machine without a browser. The user approves it in a browser elsewhere. Needs no
// packages.
import { HEADLESS_LOGIN_FLAGS } from './flags.mjs';
import { headlessLogin } from './headlessLogin/headlessLogin.mjs';
import { helpText } from './help.mjs';
import { parseFlags } from './parseFlags.mjs';

const options = parseFlags(HEADLESS_LOGIN_FLAGS, process.argv.slice(2), process.env);

if (!options) console.log(helpText('npm run headless-login', HEADLESS_LOGIN_FLAGS));
else await headlessLogin(options);
