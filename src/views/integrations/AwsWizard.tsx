import { describeFailure } from '../../api/errors.ts';
import { useDraftSlot } from '../../resources/forms/useDraftSlot.ts';
import { writeFailure } from '../../resources/review/SaveUnknown.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { StepLine } from '../../ui/plain/StepLine.tsx';
import { StepSlider } from '../../ui/plain/StepSlider.tsx';
import { AWS_FORM } from './awsDraft.ts';
import { AwsStepBody } from './AwsStepBody.tsx';
import { AWS_STEPS } from './awsSteps.ts';
import { takeFocus } from '../../ui/keys/keys.ts';
import styles from './integrations.module.css';
import { useAwsWizard } from './useAwsWizard.ts';

type Props = {
  username: string;
  publicAddress: string;
  create: (values: { name: string; roleArn: string }) => Promise<unknown>;
  /** Continues the enrollment of a resource with the new integration. Absent: the user came directly. */
  onward: ((name: string) => void) | undefined;
  onLeave: () => void;
  onList: () => void;
};

const SHORT = AWS_STEPS.map(({ short }) => short);

/** `/web/integrations/new/aws-oidc`: sets up the cluster as an identity provider of an AWS account, step by step. */
export function AwsWizard(props: Props) {
  const slot = useDraftSlot(AWS_FORM);
  return slot !== undefined && <WizardInSlot {...props} slot={slot} />;
}

function WizardInSlot({ username, slot, publicAddress, create, onward, onLeave, onList }: Props & { slot: string }) {
  const wizard = useAwsWizard({ username, slot, reports: onward === undefined, create });
  const { draft, direction, isCompared, doing, next, back, startOver } = wizard;
  const step = AWS_STEPS[draft.step] ?? AWS_STEPS[0];
  const following = AWS_STEPS[draft.step + 1];
  const isWorking = doing.kind === 'working';
  return (
    <div className="stack fill surface">
      <title>Amazon Web Services • Enroll New Integration</title>
      <header className={styles.head}>
        <Icon name="cloud" />
        <h1 ref={takeFocus} tabIndex={-1} className="title one-line">
          Enroll Amazon Web Services
        </h1>
        <span className={styles.subtitle}>with OpenID Connect</span>
        <span className="grow" />
        <Button kind="quiet" icon="x" onClick={onLeave}>
          Leave
        </Button>
      </header>
      <div className={styles.steps}>
        <div className={styles.wide}>
          <StepLine steps={SHORT} current={draft.step} />
        </div>
        <p className={styles.narrow}>
          {`Step ${draft.step + 1} of ${AWS_STEPS.length}: `}
          <span className="strong">{step.short}</span>
        </p>
      </div>
      <form className="stack fill" onSubmit={handleSubmit(next)}>
        <div className={styles.scroll}>
          <div className={styles.column}>
            <StepSlider step={step.short} direction={direction}>
              <AwsStepBody step={step} wizard={wizard} publicAddress={publicAddress} />
            </StepSlider>
            {doing.kind === 'failed' && (
              <ErrorNote
                what={writeFailure(doing.error, 'the integration')}
                {...describeFailure(doing.error)}
                safe="What you entered is kept"
              />
            )}
          </div>
        </div>
        <footer className={styles.foot}>
          <Button size="form" off={draft.step === 0 ? 'This is the first step' : undefined} onClick={back}>
            Back
          </Button>
          <span className="grow" />
          {step.asks === 'thumbprint' && (
            <span className="t3 small cut">
              {isCompared ? 'Continue when the thumbprint matches' : 'Continue without the comparison'}
            </span>
          )}
          <Button
            type="submit"
            kind="primary"
            size="form"
            busy={isWorking ? (following ? 'Comparing' : 'Creating') : undefined}
          >
            {following ? `Next: ${following.short.toLowerCase()}` : 'Create integration'}
          </Button>
        </footer>
      </form>
      {doing.kind === 'done' && (
        <Dialog
          title={`Integration ${doing.name} created`}
          onClose={onList}
          footer={
            onward ? (
              <Button kind="primary" size="form" autoFocus onClick={() => onward(doing.name)}>
                Begin RDS enrollment
              </Button>
            ) : (
              <>
                <Button size="form" onClick={startOver}>
                  Add another
                </Button>
                <Button kind="primary" size="form" autoFocus onClick={onList}>
                  Go to integrations
                </Button>
              </>
            )
          }
        >
          <p>The cluster saved it. You see whether AWS accepts it when you enroll RDS or Aurora databases with it.</p>
        </Dialog>
      )}
    </div>
  );
}
