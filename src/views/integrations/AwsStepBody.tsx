import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { AS_TYPED, TextField } from '../../ui/plain/TextField.tsx';
import { AWS_AUDIENCE } from '../../wire/clouds.ts';
import { AWS_POLICY, providerUrl } from './awsRules.ts';
import type { AwsStep } from './awsSteps.ts';
import styles from './integrations.module.css';
import type { useAwsWizard } from './useAwsWizard.ts';

type Props = {
  step: AwsStep;
  wizard: ReturnType<typeof useAwsWizard>;
  /** The host, and the port if it is not the default, at which AWS reaches this cluster. */
  publicAddress: string;
};

/** The content of one step: instructions, values to copy, and inputs. */
export function AwsStepBody({ step, wizard: { draft, faults, doing, enter }, publicAddress }: Props) {
  const isCreating = doing.kind === 'working';
  return (
    <div className="stack g16">
      <h2 className={styles.heading}>{step.title}</h2>
      <p className={styles.about}>{step.text}</p>
      <ol className={styles.todo}>
        {step.todo.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      {serverBehaviour.isGateway && location.protocol === 'http:' && (
        <Note kind="warn" title="AWS cannot use this gateway yet.">
          AWS trusts a provider only over HTTPS, and this page was loaded over plain HTTP. Start the gateway with a
          certificate, or behind a proxy that has one, before you continue.
        </Note>
      )}
      {step.gives === 'provider' && <Given label="Provider URL" text={providerUrl(publicAddress)} />}
      {(step.gives === 'provider' || step.gives === 'audience') && <Given label="Audience" text={AWS_AUDIENCE} />}
      {step.gives === 'policy' && <Given label="Policy" text={AWS_POLICY} />}
      {step.asks === 'thumbprint' && (
        <TextField
          {...AS_TYPED}
          label="Thumbprint that AWS shows"
          help="40 hex digits. Compared with the thumbprint of this cluster"
          error={faults.thumbprint}
          className="mono"
          value={draft.thumbprint}
          onChange={(thumbprint) => enter({ thumbprint })}
        />
      )}
      {step.asks === 'role' && (
        <>
          <TextField
            {...AS_TYPED}
            label="ARN of the role"
            help="Like arn:aws:iam::123456789012:role/discover"
            error={faults.roleArn}
            className="mono"
            readOnly={isCreating}
            value={draft.roleArn}
            onChange={(roleArn) => enter({ roleArn })}
          />
          <TextField
            {...AS_TYPED}
            label="Name of the integration"
            help="It cannot be changed later"
            error={faults.name}
            readOnly={isCreating}
            value={draft.name}
            onChange={(name) => enter({ name })}
          />
        </>
      )}
    </div>
  );
}

const Given = ({ label, text }: { label: string; text: string }) => (
  <div className={styles.given}>
    <span className="strong">{label}</span>
    <CopyBox label={label} text={text} />
  </div>
);
