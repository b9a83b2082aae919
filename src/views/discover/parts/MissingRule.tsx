import { useRef, useState, type ReactNode } from 'react';
import { can, type Acl } from '../../../api/can.ts';
import { createRole, fetchRoleText, fetchUser, saveUser } from '../../../api/enrollment.ts';
import { describeFailure, isApiError } from '../../../api/errors.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import { rulesRole, type RoleText } from './roleText.ts';
import { StepBody } from './StepBody.tsx';

type Props = {
  flow: Pick<FlowHandle, 'env' | 'fail'>;
  /** The missing right: "Your roles do not allow connection tests." */
  title: string;
  /** A role that would allow it. */
  role: RoleText;
  children?: ReactNode;
};

/** The missing right and a role that has it. The user can ask an administrator for it or create it with one click. */
export function MissingRule({ flow, title, role, children }: Props) {
  const { acl, authType } = flow.env.user;
  if (authType !== 'sso' && mayAssignRoles(acl)) return <OwnRole flow={flow} title={title} role={role} />;
  return (
    <div className="stack g8">
      <Note kind="warn" title={title}>
        {children ?? 'Ask an administrator for this role, or one like it.'}
      </Note>
      <CopyBox label="Role" text={role.text} />
    </div>
  );
}

/** Shown instead of a step about a database. `what` is the missing right: "register databases". */
export const NoDatabaseRule = ({ flow, title, what }: Pick<Props, 'flow' | 'title'> & { what: string }) => (
  <StepBody title={title}>
    <MissingRule
      flow={flow}
      title={`Your roles do not allow you to ${what}.`}
      role={rulesRole('database-registration', [{ resources: ['db'], verbs: ['create', 'update'] }])}
    />
  </StepBody>
);

/** The rights that the server requires (http-resources §11.1, http-auth §10). */
const mayAssignRoles = (acl: Acl): boolean =>
  (['create', 'read', 'edit'] as const).every((verb) => can(acl, 'roles', verb).ok) &&
  (['read', 'edit'] as const).every((verb) => can(acl, 'users', verb).ok);

type Stage =
  | { kind: 'offered' }
  /** A role of this name existed before. `text` is its document, which may differ. */
  | { kind: 'exists'; text: string }
  | { kind: 'created' }
  | { kind: 'assigned' };

const OFFERS = {
  offered: ['You can create this role and assign it to yourself.', 'Create this role and assign it to me'],
  exists: ['A role with this name exists already. Check what it allows.', 'Assign the existing role to me'],
  created: ['The role exists now, but you do not have it yet.', 'Assign the role to me'],
} as const;

function OwnRole({ flow, title, role }: Props) {
  const [stage, setStage] = useState<Stage>({ kind: 'offered' });
  const [failure, setFailure] = useState<{ what: string; error: unknown }>();
  const [isBusy, setBusy] = useState(false);
  /** A second click can come before React renders the first. */
  const isRunning = useRef(false);

  const assign = async () => {
    try {
      // Users have no revisions, so the record is read right before it is written.
      const user = await fetchUser(flow.env.user.username);
      if (!user.roles.includes(role.name)) await saveUser({ ...user, roles: [...user.roles, role.name] });
    } catch (error) {
      setFailure({ what: `The role ${role.name} was not assigned to you`, error });
      flow.fail(error);
      // The role was removed in the meantime.
      if (isApiError(error, 404)) setStage({ kind: 'offered' });
      return;
    }
    // The step continues if the user now has the rights.
    await flow.env.reloadUser();
    setStage({ kind: 'assigned' });
  };
  const create = async () => {
    try {
      await createRole(role.text);
    } catch (error) {
      const existing = isApiError(error, 409) ? await fetchRoleText(role.name).catch(() => undefined) : undefined;
      if (existing !== undefined) return setStage({ kind: 'exists', text: existing });
      setFailure({ what: `The role ${role.name} was not created`, error });
      return flow.fail(error);
    }
    setStage({ kind: 'created' });
    await assign();
  };
  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    await (stage.kind === 'offered' ? create() : assign());
    isRunning.current = false;
    setBusy(false);
  };

  if (stage.kind === 'assigned')
    return (
      <Note kind="warn" title={`The role ${role.name} is assigned to you.`}>
        This session does not have its rights. Sign out and sign in again. If the rights are still missing, another of
        your roles denies them.
      </Note>
    );
  const [text, label] = OFFERS[stage.kind];
  return (
    <div className="stack g8">
      <Note kind="warn" title={title}>
        {text}
      </Note>
      <CopyBox label="Role" text={stage.kind === 'exists' ? stage.text : role.text} />
      {failure && <ErrorNote what={failure.what} {...describeFailure(failure.error)} />}
      <div className="row g8 wrap">
        <Button size="form" busy={isBusy ? 'Assigning' : undefined} onClick={() => void run()}>
          {label}
        </Button>
      </div>
    </div>
  );
}
