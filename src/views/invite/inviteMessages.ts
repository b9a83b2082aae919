import type { Config } from '../../api/config.ts';

/** An invite and a reset have the same screen with other texts (screens §3). */
export type LinkKind = 'invite' | 'reset';

export type LinkPage = { kind: LinkKind; config: Config; loginUrl: string };

type InviteTexts = {
  documentTitle: string;
  title: string;
  welcome: string;
  start: string;
  lead: string;
  password: string;
  again: string;
  finish: string;
  finishing: string;
  failed: string;
  unknown: string;
  done: string;
  oldCodes?: string;
};

/** `passkey`: the texts that differ without a password. */
export const INVITE_MESSAGES: Readonly<Record<LinkKind, InviteTexts & { passkey: Partial<InviteTexts> }>> = {
  invite: {
    documentTitle: 'Invite',
    title: 'Set up your account',
    welcome: 'An account was created for you. On the next page you choose how you sign in.',
    start: 'Set up account',
    lead: 'Only you know what you choose here. This link works once.',
    password: 'Password',
    again: 'Password again',
    finish: 'Create account',
    passkey: { finish: 'Create account with a passkey', lead: 'No password. You sign in with a passkey only.' },
    finishing: 'Creating account',
    failed: 'The account was not created.',
    unknown: 'It is unknown whether your account was created.',
    done: 'Your account is ready',
  },
  reset: {
    documentTitle: 'Password Reset',
    title: 'Set a new password',
    welcome: 'On the next page you choose a new password and second factor.',
    start: 'Start reset',
    lead: 'This link works once. Your old password, devices and recovery codes stop working when you finish.',
    password: 'New password',
    again: 'New password again',
    finish: 'Set new password',
    passkey: {
      title: 'Set a new passkey',
      lead: 'No password. You sign in with a passkey only. Your old password, devices and recovery codes stop working.',
      finish: 'Set new passkey',
    },
    finishing: 'Resetting',
    failed: 'The reset failed.',
    unknown: 'It is unknown whether the reset succeeded.',
    done: 'Reset complete',
    oldCodes: 'Earlier recovery codes no longer work.',
  },
};
