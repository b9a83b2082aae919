import { defaultPort, hostFault, portFault } from './databaseTexts.ts';
import type { DatabaseValues } from './databaseValues.ts';
import type { Card } from '../selector/catalog.ts';
import databaseStyles from './database.module.css';
import { IdentifierField } from '../parts/IdentifierField.tsx';

export type AddressFaults = { host?: string | undefined; port?: string | undefined };

type Props = {
  values: Pick<DatabaseValues, 'host' | 'port'>;
  engine: Card['engine'];
  faults: AddressFaults;
  onChange: (patch: Partial<Pick<DatabaseValues, 'host' | 'port'>>) => void;
};

/** The entered port, or the default port of the engine. */
export const portOf = ({ port }: Pick<DatabaseValues, 'port'>, engine: Card['engine']): string =>
  port === '' ? defaultPort(engine) : port;

export const addressFaults = (
  values: Pick<DatabaseValues, 'host' | 'port'>,
  engine: Card['engine'],
): AddressFaults => ({ host: hostFault(values.host), port: portFault(portOf(values, engine)) });

/** Host and port of a database. */
export const AddressFields = ({ values, engine, faults, onChange }: Props) => (
  <div className={databaseStyles.address}>
    <IdentifierField
      label="Host"
      help="Host name or IP address"
      error={faults.host}
      value={values.host}
      onChange={(value) => onChange({ host: value.trim() })}
    />
    <IdentifierField
      label="Port"
      inputMode="numeric"
      placeholder={defaultPort(engine)}
      error={faults.port}
      value={values.port}
      onChange={(value) => onChange({ port: value.trim() })}
    />
  </div>
);
