import type { LockInForce } from '../api/errors.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { LockedPage } from './LockedPage.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

type Props = { keeper: SessionKeeper; lock: LockInForce | undefined };

/** What the gates show in place of their page, in one file: it is fetched before it is needed. */
export default function GatePage({ keeper, lock }: Props) {
  return lock ? <LockedPage keeper={keeper} lock={lock} /> : <SignedOutPage keeper={keeper} />;
}
