import { useSyncExternalStore } from 'react';
import { askAssist, hasAssist, readOffer, type OfferedContext } from '../../api/assistRequests.ts';
import { config } from '../../api/config.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { knownUserContext, subscribeUserContext } from '../../api/userContext.ts';
import type { SessionKeeper } from '../../authProvider/SessionKeeper.ts';
import type { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import { ConsolePage } from '../../sessions/terminal/console/ConsolePage.tsx';
import { hasTerminals } from '../../sessions/terminal/console/tabs.ts';
import { IconMenu } from '../../ui/IconMenu.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import type { MenuItem } from '../../ui/menuItems.ts';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { prefetchPopups } from '../../ui/Popup.tsx';
import { ToastHost } from '../../ui/ToastHost.tsx';
import { TooltipHost } from '../../ui/TooltipHost.tsx';
import { PHONE, useMedia } from '../../ui/useMedia.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import { useStore } from '../../ui/useStore.ts';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import { KEYS } from '../actions.ts';
import { assistPanel, closeAssist, openAssist } from '../assist/panelState.ts';
import { EndBand } from '../frame/EndBand.tsx';
import { IdleBand } from '../frame/IdleBand.tsx';
import { NearEndButton } from '../frame/SessionFoot.tsx';
import { themeItems } from '../frame/themes.ts';
import { KeysOverlay, SignInOverlay } from '../Overlays.tsx';
import { overlay } from '../frameState.ts';
import { href, paths } from '../paths.ts';
import { SignedOutGate } from '../LockGate.tsx';
import { FactorPrompt } from './FactorPrompt.tsx';

const ENDING = serverBehaviour.stopsCommands ? 'shells, commands and transfers' : 'shells and transfers';
type Props = {
  model: ConsoleModel;
  keeper: SessionKeeper;
  /** Reloads the page without the browser's question. */
  onReload: () => void;
};

const showKeys = () => overlay.set('keys');
const WINDOW_KEYS: readonly KeyAction[] = [
  { label: 'Show keyboard shortcuts', group: 'Everywhere', keys: [KEYS.keys], run: showKeys },
  { label: 'Close, leave the field', group: 'Everywhere', keys: ['Esc'], handled: false },
];

const dock = lazyComponent(() => import('../assist/TerminalDock.tsx'), { name: 'Assist', look: 'over' });

const explain = (context: OfferedContext): void => askAssist('Explain this terminal output.', readOffer(context));

/** The terminal console with its overlays: a window without the frame of the data pages. */
export function TerminalWindow({ model, keeper, onReload }: Props) {
  useKeys(WINDOW_KEYS);
  const user = useSyncExternalStore(subscribeUserContext, knownUserContext);
  usePrefetch(prefetchPopups);
  const isPhone = useMedia(PHONE);
  const { isOpen } = useStore(assistPanel);
  const assistUser = user && hasAssist(user) ? user : undefined;
  const close = () => {
    closeAssist();
    // After the closing panel has restored the focus.
    setTimeout(() => model.giveKeys());
  };
  return (
    <SignedOutGate keeper={keeper}>
      <ConsolePage
        model={model}
        home={href(paths.root())}
        FactorPrompt={FactorPrompt}
        keysHref={href(paths.accountTwoFactor())}
        explain={assistUser && explain}
        dock={assistUser && isOpen && <dock.Part model={model} username={assistUser.username} onClose={close} />}
        tools={
          <>
            <NearEndButton keeper={keeper} />
            {assistUser && !isPhone && (
              <IconButton
                size="inline"
                icon="sparkles"
                label="Assist"
                aria-expanded={isOpen}
                onClick={isOpen ? close : openAssist}
              />
            )}
            <IconButton
              size="inline"
              icon="circle-question-mark"
              label="Keyboard shortcuts"
              keys={KEYS.keys}
              onClick={showKeys}
            />
            <WindowMenu keeper={keeper} model={model} hasAssist={assistUser !== undefined} />
          </>
        }
      />
      <KeysOverlay />
      <IdleBand keeper={keeper}>{`Your ${ENDING} end.`}</IdleBand>
      <EndBand keeper={keeper}>{`Its ${ENDING} end with it.`}</EndBand>
      <SignInAgain keeper={keeper} onReload={onReload} />
      <ToastHost />
      <TooltipHost />
    </SignedOutGate>
  );
}

/**
 * A shell belongs to the sign-in that opened it. The reloaded page joins its shells with the new sign-in, and the
 * gateway transfers them to it when the old one expires.
 */
function SignInAgain({ keeper, onReload }: Pick<Props, 'keeper' | 'onReload'>) {
  const user = useSyncExternalStore(subscribeUserContext, knownUserContext);
  return user && <SignInOverlay config={config} user={user} keeper={keeper} onSignedIn={onReload} />;
}

/** A closing menu restores the focus first. */
const openAfterMenu = (): void => void setTimeout(openAssist);

function WindowMenu({ keeper, model, hasAssist: offers }: Omit<Props, 'onReload'> & { hasAssist: boolean }) {
  const self = useStore(model.self);
  const items = (): MenuItem[] => [
    ...(self ? [{ kind: 'head' as const, label: self }] : []),
    {
      kind: 'item',
      id: 'home',
      label: 'Servers and other pages',
      icon: 'server',
      href: href(paths.root()),
      newTab: hasTerminals(model.documents.get().tabs),
    },
    ...(offers
      ? [{ kind: 'item' as const, id: 'assist', label: 'Ask Assist', icon: 'sparkles' as const, run: openAfterMenu }]
      : []),
    ...themeItems(),
    { kind: 'item', id: 'signOut', label: 'Sign out', icon: 'log-out', run: () => void keeper.signOut() },
  ];
  return <IconMenu size="inline" icon="menu" label="Menu" width={230} items={items} />;
}
