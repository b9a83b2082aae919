import { PasswordField } from '../../../ui/plain/PasswordField.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { SelectField } from '../../../ui/plain/SelectField.tsx';
import type { DiscoverEnv } from '../flow/flow.ts';
import { IdentifierField, TextFileField } from '../parts/IdentifierField.tsx';
import { ViaField } from '../parts/ViaField.tsx';
import type { SecretLocation } from '../parts/saveResource.ts';
import { accountPassword, SHARED_PASSWORD, type Account, type ConnectFieldValues } from './databaseValues.ts';
import databaseStyles from './database.module.css';

type Props = {
  values: ConnectFieldValues;
  env: DiscoverEnv;
  stored?: StoredSecrets;
  onChange: (patch: Partial<ConnectFieldValues>) => void;
};

/** The secrets that the gateway has. An empty field keeps a secret that is stored for this resource. */
type StoredSecrets = {
  locationOf: (secret: string) => SecretLocation;
  /** Secrets stored for another resource only, and not entered when Next was pressed. */
  missing: readonly string[];
  lostText: string;
};

const NOTHING_STORED: StoredSecrets = { locationOf: () => undefined, missing: [], lostText: '' };

/** Texts below the field of a secret. */
const secretTexts = ({ locationOf, missing, lostText }: StoredSecrets, secret: string) => ({
  help:
    locationOf(secret) === 'here' ? 'Stored in the gateway. Leave it empty to keep it' : locationOf(secret) && lostText,
  error: missing.includes(secret) ? lostText : undefined,
});

const TLS_MODES = [
  { value: '', label: 'Verify the certificate (on this machine: no encryption)' },
  { value: 'verify-full', label: 'Verify the certificate and the host name' },
  { value: 'verify-ca', label: 'Verify the certificate only' },
  { value: 'insecure', label: 'Encrypt, accept any certificate' },
  { value: 'disable', label: 'Do not encrypt' },
] as const;

/** How the gateway signs in to a database, and how it reaches it. */
export function ConnectFields({ values, env, stored = NOTHING_STORED, onChange }: Props) {
  const { signIn, password, tlsMode, ca } = values;
  const shared = secretTexts(stored, SHARED_PASSWORD);
  return (
    <>
      <SelectField
        label="How the gateway signs in"
        value={signIn}
        options={[
          { value: 'password', label: 'As the database user that a person chooses, with one password' },
          { value: 'accounts', label: 'With an account for each database user' },
        ]}
        onChange={(value) => onChange({ signIn: value })}
      />
      {signIn === 'password' ? (
        <PasswordField
          label="Password of the database users"
          error={shared.error}
          help={shared.help ?? 'Users of the console never see it. Leave it empty if the server asks for none'}
          autoComplete="new-password"
          value={password ?? ''}
          onChange={(value) => onChange({ password: value === '' ? undefined : value })}
        />
      ) : (
        <Accounts values={values} stored={stored} onChange={onChange} />
      )}
      <SelectField label="TLS" value={tlsMode} options={TLS_MODES} onChange={(value) => onChange({ tlsMode: value })} />
      {tlsMode !== 'disable' && tlsMode !== 'insecure' && (
        <TextFileField
          label="Certificate authority of the server (optional)"
          help="PEM text. Without it the authorities of the gateway’s system count"
          value={ca}
          onChange={(value) => onChange({ ca: value })}
        />
      )}
      <ViaField {...values} env={env} onChange={onChange} />
    </>
  );
}

function Accounts({
  values: { accounts, passwords = [] },
  stored,
  onChange,
}: Pick<Props, 'values' | 'onChange'> & { stored: StoredSecrets }) {
  const change = (index: number, patch: Partial<Account>) =>
    onChange({ accounts: accounts.map((account, i) => (i === index ? { ...account, ...patch } : account)) });
  const remove = (index: number) => {
    const isOther = (_: unknown, i: number) => i !== index;
    onChange({ accounts: accounts.filter(isOther), passwords: passwords.filter(isOther) });
  };
  return (
    <section className="stack g6" aria-label="Accounts">
      <p className="t3 small">Database users that are not listed here cannot connect.</p>
      {accounts.map(({ dbUser, user }, i) => (
        <div key={i} className={databaseStyles.account} role="group" aria-label={`Account ${i + 1}`}>
          <IdentifierField
            label="Database user"
            value={dbUser}
            onChange={(value) => change(i, { dbUser: value.trim() })}
          />
          <IdentifierField
            label="Account on the server"
            help={`Default: ${dbUser || 'the same'}`}
            value={user}
            onChange={(value) => change(i, { user: value.trim() })}
          />
          <PasswordField
            label="Password"
            {...secretTexts(stored, accountPassword(dbUser))}
            autoComplete="new-password"
            value={passwords[i] ?? ''}
            onChange={(value) =>
              onChange({ passwords: accounts.map((_, other) => (other === i ? value : (passwords[other] ?? ''))) })
            }
          />
          <Button kind="quiet" icon="trash-2" onClick={() => remove(i)}>
            {`Remove ${dbUser || 'account'}`}
          </Button>
        </div>
      ))}
      <div>
        <Button
          kind="quiet"
          icon="plus"
          onClick={() => onChange({ accounts: [...accounts, { dbUser: '', user: '' }] })}
        >
          Add account
        </Button>
      </div>
    </section>
  );
}
