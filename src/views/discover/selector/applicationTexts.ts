// Checks and texts of the dialog and the flow that add an application (screens §6, §19.4).

const APP_NAME = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const APP_NAME_MAX = 63;
const APP_URI = /^[-\w/:. ]+$/;

export function appNameFault(name: string): string | undefined {
  if (name === '') return 'Enter a name';
  if (name.length > APP_NAME_MAX) return `A name has at most ${APP_NAME_MAX} characters`;
  return APP_NAME.test(name)
    ? undefined
    : 'A name begins with a letter and has the letters a to z, digits and - only, no - at its end';
}

export function appUriFault(uri: string): string | undefined {
  if (uri === '') return 'Enter the internal URL';
  if (!URL.canParse(uri)) return 'This is not a URL like http://localhost:8080';
  return APP_URI.test(uri) ? undefined : 'The URL may have letters, digits and - _ / : . only';
}

export type ApplicationFaults = Partial<Record<'name' | 'uri' | 'publicAddr', string | undefined>>;

/** The host of a URL, with an optional port. */
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;

export function applicationFaults(values: { name: string; uri: string; publicAddr: string }): ApplicationFaults {
  const { name, uri, publicAddr } = values;
  const isWeb = URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol);
  return {
    name: appNameFault(name),
    uri: isWeb ? undefined : 'This is not an address like http://127.0.0.1:8080',
    publicAddr: publicAddr === '' || HOST.test(publicAddr) ? undefined : 'This is not a host name',
  };
}

type CommandOptions = { origin: string; token: string; name: string; uri: string };

/** The address is inside single quotes of a shell command. */
export const appCommand = ({ origin, token, name, uri }: CommandOptions): string =>
  `sudo bash -c "$(curl -fsSL '${origin}/scripts/${token}/install-app.sh?name=${name}&uri=${encodeURIComponent(uri).replaceAll("'", '%27')}')"`;

type ManualStep = {
  text: string;
  command?: string;
  /** The command with the token in it. */
  tokenCommand?: (token: string) => string;
  links?: readonly { label: string; href: string }[];
};

/** `isByHand`: the page could not create a token, so the user creates one on a command line. */
export function manualSteps({ isByHand, proxy, version }: { isByHand: boolean; proxy: string; version: string }) {
  const file = (name: string) => `https://cdn.teleport.dev/teleport-v${version}-${name}.tar.gz`;
  const configure = (id: string) =>
    `teleport configure --output=$HOME/.config/app_config.yaml --app-name=[example-app] --app-uri=http://localhost/ --roles=app --token=${id} --proxy=${proxy} --data-dir=$HOME/.config`;
  const steps: ManualStep[] = [
    {
      text: 'Download the agent',
      links: [
        { label: 'macOS', href: file('darwin-universal-bin') },
        { label: 'Linux 64-bit', href: file('linux-amd64-bin') },
        { label: 'Linux 32-bit', href: file('linux-386-bin') },
      ],
    },
    ...(isByHand
      ? [
          { text: 'Sign in', command: `tsh login --proxy=${proxy}` },
          { text: 'Create a join token', command: 'tctl tokens add --type=app' },
        ]
      : []),
    {
      text: 'Configure the agent. Set the name and the address of the application',
      ...(isByHand ? { command: configure('[generated-join-token]') } : { tokenCommand: configure }),
    },
    { text: 'Start the agent', command: 'teleport start --config=$HOME/.config/app_config.yaml' },
    { text: 'Self-hosted clusters also need a DNS record and a TLS certificate for the address of the application' },
  ];
  return steps;
}
