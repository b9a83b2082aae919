import { quoted } from './shell.ts';

const NAMES = ['default-installer', 'default-agentless-installer'];

/** What cloud discovery runs on machines that it has found (http-resources §12.3); undefined for an unknown name. */
export function installer(name: string, url: string): string | undefined {
  if (!NAMES.includes(name)) return undefined;
  return `#!/bin/sh
echo ${quoted(`The gateway at ${url} does not discover machines of cloud accounts, so no installer is available.`)} >&2
exit 1
`;
}
