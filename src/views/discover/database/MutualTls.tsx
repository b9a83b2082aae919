import { useState } from 'react';
import { can } from '../../../api/can.ts';
import { updateDatabase } from '../../../api/newDatabases.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { serverOf, type FlowHandle, type StepOutcome } from '../flow/flow.ts';
import { useNextHandler, useReady } from '../flow/useStep.ts';
import { JoinCommand } from '../parts/JoinCommand.tsx';
import styles from '../parts/parts.module.css';
import { NoDatabaseRule } from '../parts/MissingRule.tsx';
import { StepBody } from '../parts/StepBody.tsx';
import { TextFileField } from '../parts/IdentifierField.tsx';
import { useJoinToken } from '../parts/useJoinToken.ts';
import { isPostgres, mysqlTls, POSTGRES_TLS, signCommand } from './databaseTexts.ts';
import type { DatabaseValues } from './databaseValues.ts';

type Props = { flow: FlowHandle<DatabaseValues> };

/** A certificate for the database server, and the certificate authority that the server uses. */
export function MutualTls({ flow }: Props) {
  const mayEdit = can(flow.env.user.acl, 'db', 'edit').ok;
  useReady(flow, mayEdit ? true : 'Your roles lack db: update');
  if (mayEdit) return <Certificates flow={flow} />;
  return <NoDatabaseRule flow={flow} title="Configure mTLS" what="change databases" />;
}

function Certificates({ flow }: Props) {
  const { values, env, setValues, card } = flow;
  const { registered, caCert = '', host } = values;
  // Signing uses up a token, so this step does not use the token of the database service.
  const token = useJoinToken(flow, { role: 'Db' });
  const [product, setProduct] = useState<'mysql' | 'mariadb'>('mysql');
  const failure = useNextHandler(flow, async (): Promise<StepOutcome> => {
    if (caCert.trim() !== '') await updateDatabase(env.clusterId, registered?.name ?? '', { caCert });
    return 'success';
  });
  return (
    <StepBody
      title="Configure mTLS"
      about="The database service signs in with a certificate. The server needs a certificate that the service trusts, and the authority of the service."
      failed="The certificate authority was not saved"
      failure={failure}
    >
      <h3 className={styles.subtitle}>1. Make a certificate for the server</h3>
      <JoinCommand
        token={token}
        label="Command that makes a certificate"
        command={(secret) => signCommand(serverOf(env).origin, env.clusterId, secret, host)}
      />
      <h3 className={styles.subtitle}>2. Configure the server</h3>
      {isPostgres(card.engine) ? (
        <CopyBox label="postgresql.conf" text={POSTGRES_TLS} />
      ) : (
        <>
          <Segmented
            label="Product"
            value={product}
            segments={{ mysql: 'MySQL', mariadb: 'MariaDB' }}
            onChange={setProduct}
          />
          <CopyBox label="my.cnf" text={mysqlTls(product)} />
        </>
      )}
      <p className="t2">Copy the three files to the server, let only its account read them, and restart the server.</p>
      <h3 className={styles.subtitle}>3. Certificate authority (optional)</h3>
      <TextFileField
        label="Authority of the server’s certificate"
        help="PEM text. Only if the server uses a certificate of another authority"
        value={caCert}
        onChange={(text) => setValues({ caCert: text })}
      />
    </StepBody>
  );
}
