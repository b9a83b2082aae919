import { useState } from 'react';
import { describeFailure } from '../../../api/errors.ts';
import { formatDuration } from '../../../lib/dates.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { TextField } from '../../../ui/plain/TextField.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { useNow } from '../../../ui/useNow.ts';
import type { DiscoverEnv } from '../flow/flow.ts';
import { useJoinToken, type JoinTokenState, type JoinValues } from '../parts/useJoinToken.ts';
import { appCommand, appNameFault, appUriFault, manualSteps } from './applicationTexts.ts';
import styles from './selector.module.css';

type Props = {
  env: DiscoverEnv;
  /** A click in the console opened the dialog, not a link of another page. */
  hasActed: boolean;
  onClose: () => void;
};
type Way = 'automatic' | 'manual';

/** Adds an application to a cluster by its agent (screens §6). */
export function AddApplicationDialog({ env, hasActed, onClose }: Props) {
  const [way, setWay] = useState<Way>(env.config.isEnterprise ? 'automatic' : 'manual');
  const [values, setValues] = useState<JoinValues>({});
  const token = useJoinToken({ values, setValues, hasActed, fail: () => undefined }, { role: 'App' });
  return (
    <Dialog
      title="Add an application"
      size="form"
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button size="form" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {env.config.isEnterprise && (
          <Segmented<Way>
            label="How to add it"
            value={way}
            segments={[
              { value: 'automatic', label: 'Automatic' },
              { value: 'manual', label: 'Manual' },
            ]}
            onChange={setWay}
          />
        )}
        {token.error !== undefined && (
          <ErrorNote
            what="The join token could not be created"
            {...describeFailure(token.error)}
            actions={<Button onClick={token.remake}>Try again</Button>}
          />
        )}
        {!token.isAsked && (
          <div>
            <Button kind="primary" size="form" onClick={token.ask}>
              Create join token
            </Button>
          </div>
        )}
        {token.isAsked && !token.join && token.error === undefined && <Waiting>Creating a join token</Waiting>}
        {way === 'automatic' ? <Automatic token={token} /> : <Manual token={token} env={env} />}
      </div>
    </Dialog>
  );
}

function Automatic({ token: { join, remake } }: { token: JoinTokenState }) {
  const [values, setValues] = useState({ name: '', uri: '' });
  const [faults, setFaults] = useState<{ name?: string | undefined; uri?: string | undefined }>({});
  const [isGenerated, setGenerated] = useState(false);
  const generate = () => {
    const found = { name: appNameFault(values.name), uri: appUriFault(values.uri) };
    setFaults(found);
    setGenerated(found.name === undefined && found.uri === undefined);
  };
  return (
    <form
      className={styles.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        generate();
      }}
    >
      <TextField
        label="Name of the application"
        autoFocus
        spellCheck={false}
        error={faults.name}
        value={values.name}
        onChange={(name) => setValues({ ...values, name: name.toLowerCase() })}
      />
      <TextField
        label="Internal URL"
        help="Where the agent reaches it: http://localhost:8080"
        spellCheck={false}
        error={faults.uri}
        value={values.uri}
        onChange={(uri) => setValues({ ...values, uri })}
      />
      <div>
        <Button type="submit" kind="primary" size="form" off={join ? undefined : 'There is no join token yet'}>
          Generate command
        </Button>
      </div>
      {isGenerated && join && (
        <>
          <CopyBox
            command
            label="Command"
            text={appCommand({ origin: location.origin, token: join.token, ...values })}
          />
          <Validity expires={join.expires} onRemake={remake} />
          <p className="t2">
            The application will be at <code>{`https://${values.name}.${location.hostname}`}</code>.
          </p>
        </>
      )}
    </form>
  );
}

const Manual = ({ token: { join, error, remake }, env }: { token: JoinTokenState; env: DiscoverEnv }) =>
  (join ?? error) !== undefined && (
    <ol className={styles.manual}>
      {manualSteps({ token: join?.token, proxy: env.proxy, version: env.user.cluster.authVersion }).map((step) => (
        <li key={step.text}>
          <p>{step.text}</p>
          {step.links?.map(({ label, href }) => (
            <a key={href} className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          ))}
          {step.command !== undefined && <CopyBox command label={step.text} text={step.command} />}
          {step.usesToken && join && <Validity expires={join.expires} onRemake={remake} />}
        </li>
      ))}
    </ol>
  );

const Validity = ({ expires, onRemake }: { expires: Date; onRemake: () => void }) => {
  const leftMs = expires.getTime() - useNow(1000);
  return (
    <p className="t2 small">
      {leftMs > 0 ? `The token is valid for ${formatDuration(leftMs)}. ` : 'The token has expired. '}
      <button type="button" className={styles.link} onClick={onRemake}>
        Make a new token
      </button>
    </p>
  );
};
