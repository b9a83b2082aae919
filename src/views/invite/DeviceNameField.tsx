import { TextField } from '../../ui/plain/TextField.tsx';
import type { DeviceRole, NewAccount } from './newAccount.ts';

type Props = {
  role: DeviceRole;
  typed: NewAccount;
  onType: (part: Partial<NewAccount>) => void;
  error: string | undefined;
  autoFocus?: boolean;
};

/** The name of the device in the account settings. */
export const DeviceNameField = ({ role, typed, onType, error, autoFocus }: Props) => (
  <TextField
    label="Device name"
    name="device-name"
    size="big"
    autoComplete="off"
    autoFocus={autoFocus}
    value={typed.deviceNames[role]}
    error={error}
    onChange={(name) => onType({ deviceNames: { ...typed.deviceNames, [role]: name } })}
  />
);
