import { PasswordField } from '../../../ui/plain/PasswordField.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import { ResourceForm } from '../parts/ResourceForm.tsx';
import { lostSecretText, useSaveResource } from '../parts/saveResource.ts';
import { desktopFaults, passwordLocation, type DesktopProtocol, type DesktopValues } from './desktopTexts.ts';
import { toVia, ViaField } from '../parts/ViaField.tsx';
import { IdentifierField } from '../parts/IdentifierField.tsx';

/** Address and account of a desktop to which the gateway itself signs in. */
export function DesktopForm({ flow }: { flow: FlowHandle<DesktopValues> }) {
  const { values, setValues, env } = flow;
  const { name, addr, protocol, account, password, domain, fingerprint, saved } = values;
  const stored = password === undefined ? passwordLocation(values) : undefined;
  const form = useSaveResource(flow, {
    kind: 'windows_desktop',
    onSaved: () => setValues({ password: undefined }),
    check: () => desktopFaults(values),
    build(labels) {
      const secret = password !== undefined && { password };
      return {
        name,
        document: { version: 'v3', metadata: { name, labels }, spec: { addr, ...(domain !== '' && { domain }) } },
        connect: {
          ...(protocol === 'vnc'
            ? { vnc: { ...(account !== '' && { user: account }), ...secret } }
            : {
                rdp: {
                  user: account,
                  ...secret,
                  ...(domain !== '' && { domain }),
                  ...(fingerprint !== '' && { fingerprint: fingerprint.replaceAll(':', '').toLowerCase() }),
                },
              }),
          ...toVia(values),
        },
      };
    },
  });
  return (
    <ResourceForm
      {...form}
      acl="desktops"
      title="Describe the desktop"
      about="The gateway signs in to the VNC or RDP server of the computer. Users never see its password."
    >
      <Segmented<DesktopProtocol>
        label="Protocol"
        value={protocol}
        segments={{ vnc: 'VNC', rdp: 'RDP' }}
        onChange={(chosen) => setValues({ protocol: chosen })}
      />
      <IdentifierField
        label="Address"
        help={`host or host:port. Default port: ${protocol === 'vnc' ? 5900 : 3389}`}
        error={form.faults.addr}
        value={addr}
        onChange={(typed) => setValues({ addr: typed.trim() })}
      />
      <IdentifierField
        label="Account"
        help={
          protocol === 'vnc' ? 'Only where the VNC server asks for one' : 'The account that the gateway signs in with'
        }
        error={form.faults.account}
        value={account}
        onChange={(typed) => setValues({ account: typed })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help={
          stored === 'here' ? 'Stored in the gateway. Type another one to replace it' : stored && lostSecretText(saved)
        }
        error={form.faults.password}
        value={password ?? ''}
        onChange={(typed) => setValues({ password: typed === '' ? undefined : typed })}
      />
      {protocol === 'rdp' && (
        <>
          <IdentifierField
            label="Domain"
            help="Of the account, if it has one"
            value={domain}
            onChange={(typed) => setValues({ domain: typed.trim() })}
          />
          <IdentifierField
            label="Fingerprint of the certificate"
            help="SHA-256, 64 hexadecimal digits. Needed where the system of the gateway does not trust the certificate"
            error={form.faults.fingerprint}
            value={fingerprint}
            onChange={(typed) => setValues({ fingerprint: typed.trim() })}
          />
        </>
      )}
      <ViaField {...values} env={env} onChange={setValues} />
    </ResourceForm>
  );
}
