import { Navigate, useLocation } from 'react-router-dom';
import { session } from '../api/session.ts';
import { preferences, prefer } from '../sessions/terminal/console/preferences.ts';
import { useStore } from '../ui/useStore.ts';
import { AccountPage, type Section } from '../views/account/AccountPage.tsx';
import { AppearanceSection } from '../views/account/AppearanceSection.tsx';
import { DevicesSection } from '../views/account/DevicesSection.tsx';
import { KeysSection } from '../views/account/KeysSection.tsx';
import { PasswordSection } from '../views/account/PasswordSection.tsx';
import { SessionsSection } from '../views/account/SessionsSection.tsx';
import { SignInSection } from '../views/account/SignInSection.tsx';
import { RECOVERY, WEB_SESSIONS } from '../wire/config.ts';
import { useSessionEnd } from './frame/useSessionEnd.ts';
import { overlay, fold, isFolded } from './frameState.ts';
import { paths } from './paths.ts';
import { useConsole } from './useConsole.ts';

const SECTIONS = [
  { name: 'password', to: paths.accountPassword(), label: 'Password', icon: 'key-round' },
  { name: 'devices', to: paths.accountTwoFactor(), label: 'Passkeys and factors', icon: 'fingerprint' },
  { name: 'signIn', to: paths.accountSignIn(), label: 'Current sign-in', icon: 'history' },
  { name: 'sessions', to: paths.accountSessions(), label: 'Sessions', icon: 'monitor' },
  { name: 'appearance', to: paths.accountAppearance(), label: 'Appearance and time', icon: 'sliders-horizontal' },
  { name: 'keys', to: paths.accountKeys(), label: 'Shortcuts', icon: 'command' },
] as const satisfies readonly (Section & { name: string })[];

/** `/web/account` and its subpages. Users of an identity provider have no password here (screens §4). */
export default function AccountRoute() {
  const { config, user } = useConsole();
  const { pathname } = useLocation();
  const isSso = user.authType === 'sso';
  const sections = SECTIONS.filter(({ name }) => {
    if (name === 'password') return !isSso;
    return name !== 'sessions' || config.extensions.includes(WEB_SESSIONS);
  });
  const current = sections.find(({ to }) => to === pathname.replace(/\/$/, ''));
  if (!current) return <Navigate replace to={isSso ? paths.accountTwoFactor() : paths.accountPassword()} />;
  return (
    <AccountPage username={user.username} isSso={isSso} sections={sections} current={current}>
      <Content key={current.name} of={current.name} />
    </AccountPage>
  );
}

function Content({ of }: { of: (typeof SECTIONS)[number]['name'] }) {
  const { config, user, keeper } = useConsole();
  switch (of) {
    case 'password':
      return (
        <PasswordSection
          auth={config.auth}
          extensions={config.extensions}
          username={user.username}
          hasPassword={user.hasPassword}
          onLockedOut={() => keeper.probeAfterLockOut()}
        />
      );
    case 'devices':
      return (
        <DevicesSection
          auth={config.auth}
          hasPassword={user.hasPassword}
          isSso={user.authType === 'sso'}
          recoverable={user.authType === 'local' && config.extensions.includes(RECOVERY) ? user.username : undefined}
        />
      );
    case 'signIn':
      return <SignIn />;
    case 'sessions':
      return <SessionsSection onSignOut={() => keeper.signOut()} onSignedOut={() => keeper.endedByServer()} />;
    case 'appearance':
      return <Appearance />;
    case 'keys':
      return <KeysSection />;
  }
}

function SignIn() {
  const { config, user, keeper } = useConsole();
  const end = useSessionEnd(keeper);
  const token = session.token();
  return (
    <SignInSection
      user={user}
      signIn={{
        endsAt: end && new Date(end.endsAtMs),
        leftMs: end?.leftMs ?? 0,
        renewedAt: token && new Date(token.created),
        inactiveMs: token?.sessionInactiveTimeout ?? 0,
      }}
      sessionsTo={config.extensions.includes(WEB_SESSIONS) ? paths.accountSessions() : undefined}
      onSignInAgain={() => overlay.set('signIn')}
      onSignOut={() => void keeper.signOut()}
    />
  );
}

function Appearance() {
  const { user } = useConsole();
  return (
    <AppearanceSection
      username={user.username}
      terminal={useStore(preferences)}
      onTerminal={prefer}
      isRail={useStore(isFolded)}
      onRail={fold}
    />
  );
}
