import type { ComponentType } from 'react';
import { useStore } from '../../../ui/useStore.ts';
import type { AssertionJson, AuthnChallengeJson } from '../../../wire/webauthn.ts';
import type { CommandRun } from '../run/CommandRun.ts';

export type CommandFactorProps = {
  challenge: AuthnChallengeJson;
  login: string;
  servers: number;
  onAnswer: (assertion: AssertionJson) => void;
  /** The command does not run on the servers that still wait. */
  onDecline: () => void;
};

/** The prompt of a run that waits for a second factor. */
export function RunFactor({ run, Prompt }: { run: CommandRun; Prompt: ComponentType<CommandFactorProps> }) {
  const challenge = useStore(run.challenge);
  if (!challenge) return null;
  return (
    <Prompt
      key={challenge.webauthn_challenge?.publicKey.challenge}
      challenge={challenge}
      login={run.task.login}
      servers={run.challengedServers}
      onAnswer={(assertion) => run.answer(assertion)}
      onDecline={() => run.cancel('unproven')}
    />
  );
}
