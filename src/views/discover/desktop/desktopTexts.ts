import type { LabelValues } from '../parts/labels.ts';
import { lostSecretText, secretLocation, type SavedDocument, type SecretLocation } from '../parts/saveResource.ts';
import type { JoinValues } from '../parts/useJoinToken.ts';

export type DesktopProtocol = 'vnc' | 'rdp';

export type DesktopValues = JoinValues &
  LabelValues & {
    name: string;
    addr: string;
    protocol: DesktopProtocol;
    account: string;
    /** A secret. */
    password?: string | undefined;
    domain: string;
    fingerprint: string;
    via: string;
    viaLogin: string;
    saved?: SavedDocument | undefined;
    /** Desktop service that has joined the cluster. */
    service?: { name: string; hostname: string } | undefined;
  };

type DesktopFaults = Partial<Record<'addr' | 'account' | 'password' | 'fingerprint', string | undefined>>;

/** As in the schema of a desktop's document (resource-specs §13). */
const ADDRESS = /^(\[[^\]\s]+\]|[^\s:/[\]]+)(:\d{1,5})?$/;
const FINGERPRINT = /^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i;

/** Where the password of the chosen protocol is stored. */
export const passwordLocation = ({ saved, name, protocol }: DesktopValues): SecretLocation =>
  secretLocation(saved, name, `${protocol}.password`);

function passwordFault(values: DesktopValues): string | undefined {
  const location = passwordLocation(values);
  if (values.password !== undefined || location === 'here') return undefined;
  if (location === 'elsewhere') return lostSecretText(values.saved);
  return values.protocol === 'rdp' ? 'Enter the password' : undefined;
}

/** Errors in the fields of a desktop, except its name. */
export function desktopFaults(values: DesktopValues): DesktopFaults {
  const { addr, protocol, account, fingerprint } = values;
  const isRdp = protocol === 'rdp';
  return {
    addr: ADDRESS.test(addr) ? undefined : 'Enter host or host:port',
    account: isRdp && account === '' ? 'Enter the account' : undefined,
    password: passwordFault(values),
    fingerprint:
      isRdp && fingerprint !== '' && !FINGERPRINT.test(fingerprint) ? 'This has not 64 hexadecimal digits' : undefined,
  };
}

const SCRIPTS = '/v1/webapi/scripts/desktop-access';

const run = (address: string): string => `(Invoke-WebRequest -Uri ${address}).Content | Invoke-Expression`;

/** Commands that install Active Directory on a server without it (screens §19.4). */
export const toolCommands = (origin: string): readonly { label: string; command: string }[] => [
  { label: 'Active Directory domain services', command: run(`${origin}${SCRIPTS}/install-ad-ds.ps1`) },
  { label: 'Active Directory certificate services', command: run(`${origin}${SCRIPTS}/install-ad-cs.ps1`) },
];

/** Command that prints the configuration of the desktop service. */
export const configureCommand = (origin: string, token: string): string =>
  run(`${origin}${SCRIPTS}/configure/${token}/configure-ad.ps1`);

/** Number of found desktops that are shown. */
export const SHOWN_DESKTOPS = 3;
const COUNTED_MAX = 11;

/** Number of found desktops that are not shown: "8 more", "10+ more". */
export const moreLabel = (count: number): string =>
  count > COUNTED_MAX ? '10+ more' : `${count - SHOWN_DESKTOPS} more`;
