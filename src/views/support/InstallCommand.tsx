import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { serverAddress } from '../../api/tshCommands.ts';
import type { UserContext } from '../../api/userContext.ts';
import { createInstallation, type Installation, type JoiningEntity } from '../../api/installCommands.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './SupportPage.module.css';

type Kind = { value: JoiningEntity; label: string; where: string };

const KINDS: readonly [Kind, ...Kind[]] = [
  { value: 'server', label: 'Server', where: 'Run it as root on the server.' },
  {
    value: 'application',
    label: 'Application',
    where: 'Run it as root on a machine that reaches the application. Replace NAME and the address first.',
  },
  {
    value: 'database',
    label: 'Database',
    where: 'Run it as root on a machine that reaches the database. Then add the database to its /etc/teleport.yaml.',
  },
  {
    value: 'kubernetes',
    label: 'Kubernetes cluster',
    where: 'Run it where kubectl and Helm reach the Kubernetes cluster. Replace NAME first.',
  },
  {
    value: 'desktop',
    label: 'Windows desktop',
    where:
      'Run it in PowerShell on a domain controller. It prints the configuration of the agent that serves the desktops.',
  },
];

type Props = {
  /** The kind of resource to add. Undefined if the user came another way. */
  entity: string | undefined;
  cluster: UserContext['cluster'];
};

/** The command that joins a machine to the cluster, with a new join token. */
export function InstallCommand({ entity, cluster }: Props) {
  const [kind, setKind] = useState<Kind>(() => KINDS.find(({ value }) => value === entity) ?? KINDS[0]);
  const [made, setMade] = useState<Installation | { error: unknown } | 'underway'>();
  const create = () => {
    setMade('underway');
    createInstallation({ entity: kind.value, ...serverAddress(serverBehaviour, cluster) }).then(
      setMade,
      (error: unknown) => setMade({ error }),
    );
  };
  const isMade = typeof made === 'object' && 'command' in made;
  return (
    <>
      <div className={styles.install}>
        <SelectField
          label="What to add"
          value={kind.value}
          options={KINDS}
          onChange={(value) => {
            setKind(KINDS.find((candidate) => candidate.value === value) ?? KINDS[0]);
            setMade(undefined);
          }}
        />
        <Button
          kind={isMade ? 'plain' : 'primary'}
          size="form"
          off={made === 'underway' ? 'The cluster creates the token' : undefined}
          onClick={create}
        >
          {isMade ? 'Create another command' : 'Create install command'}
        </Button>
      </div>
      {isMade && (
        <>
          <CopyBox command={kind.value !== 'desktop'} label="Install command" text={made.command} />
          <p className="t2" role="status">
            {kind.where} The join token in it is a secret
            {made.expires && [' and is valid until ', <Time key="end" date={made.expires} />]}.
          </p>
        </>
      )}
      {typeof made === 'object' && 'error' in made && (
        <ErrorNote what="The join token could not be created" {...describeFailure(made.error)} />
      )}
    </>
  );
}
