import { useState } from 'react';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { CloseButton } from '../../../ui/DialogButtons.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { handleSubmit } from '../../../ui/plain/Field.tsx';
import { Segmented } from '../../../ui/plain/Segmented.tsx';
import { serverOf, type DiscoverEnv } from '../flow/flow.ts';
import { useFaults } from '../flow/useStep.ts';
import { JoinCommand } from '../parts/JoinCommand.tsx';
import { useJoinToken, type JoinTokenState, type JoinValues } from '../parts/useJoinToken.ts';
import { appCommand, appNameFault, appUriFault, manualSteps } from './applicationTexts.ts';
import styles from './selector.module.css';
import { IdentifierField } from '../parts/IdentifierField.tsx';

type Props = {
  env: DiscoverEnv;
  /** A click in the console opened the dialog, not a link of another page. */
  hasActed: boolean;
  onClose: () => void;
};
type Method = 'automatic' | 'manual';

/** Adds an application to a cluster through an agent (screens §6). */
export function AddApplicationDialog({ env, hasActed, onClose }: Props) {
  const [method, setMethod] = useState<Method>(env.config.isEnterprise ? 'automatic' : 'manual');
  const [values, setValues] = useState<JoinValues>({});
  const token = useJoinToken({ values, setValues, hasActed, fail: () => undefined }, { role: 'App' });
  return (
    <Dialog title="Add an application" size="form" onClose={onClose} footer={<CloseButton onClick={onClose} />}>
      <div className="grid g12">
        {env.config.isEnterprise && (
          <Segmented<Method>
            label="How to add it"
            value={method}
            segments={{ automatic: 'Automatic', manual: 'Manual' }}
            onChange={setMethod}
          />
        )}
        {method === 'automatic' ? <Automatic token={token} env={env} /> : <Manual token={token} env={env} />}
      </div>
    </Dialog>
  );
}

function Automatic({ token, env }: { token: JoinTokenState; env: DiscoverEnv }) {
  const [values, setValues] = useState({ name: '', uri: '' });
  const { faults, check } = useFaults(() => ({ name: appNameFault(values.name), uri: appUriFault(values.uri) }));
  const [isGenerated, setGenerated] = useState(false);
  const generate = () => {
    const isRight = check();
    setGenerated(isRight);
    if (isRight) token.ask();
  };
  return (
    <form className="grid g12" noValidate onSubmit={handleSubmit(generate)}>
      <IdentifierField
        label="Name of the application"
        autoFocus
        error={faults.name}
        value={values.name}
        onChange={(name) => setValues({ ...values, name: name.toLowerCase() })}
      />
      <IdentifierField
        label="Internal URL"
        help="Where the agent reaches it: http://localhost:8080"
        error={faults.uri}
        value={values.uri}
        onChange={(uri) => setValues({ ...values, uri })}
      />
      <div>
        <Button type="submit" kind="primary" size="form">
          Generate command
        </Button>
      </div>
      {isGenerated && (
        <>
          <JoinCommand
            token={token}
            command={(secret) => appCommand({ origin: serverOf(env).origin, token: secret, ...values })}
          />
          <p className="t2">
            The application will be at <code>{`https://${values.name}.${location.hostname}`}</code>.
          </p>
        </>
      )}
    </form>
  );
}

function Manual({ token, env }: { token: JoinTokenState; env: DiscoverEnv }) {
  const steps = manualSteps({
    isByHand: token.error !== undefined,
    proxy: env.proxy,
    version: env.user.cluster.authVersion,
  });
  return (
    <>
      {token.error !== undefined && <JoinCommand token={token} command={String} />}
      <ol className={styles.manual}>
        {steps.map(({ text, links, command, tokenCommand }) => (
          <li key={text}>
            <p>{text}</p>
            {links?.map(({ label, href }) => (
              <a key={href} className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
                {label}
              </a>
            ))}
            {command !== undefined && <CopyBox command label={text} text={command} />}
            {tokenCommand && <JoinCommand token={token} label={text} command={tokenCommand} />}
          </li>
        ))}
      </ol>
    </>
  );
}
