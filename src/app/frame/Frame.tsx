import { useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useMedia, FULL, PHONE } from '../../ui/useMedia.ts';
import { useStore } from '../../ui/useStore.ts';
import { firstResourceRecord } from '../../api/notices.ts';
import { AccessHost } from '../../resources/access/AccessHost.tsx';
import { AssistOverlay } from '../assist/AssistOverlay.tsx';
import { isFolded } from '../frameState.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { paths } from '../paths.ts';
import { useClusterId, useConsole } from '../useConsole.ts';
import { AlertBanners } from './AlertBanners.tsx';
import styles from './Frame.module.css';
import { Navigation } from './Navigation.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { TopBar } from './TopBar.tsx';

const { Part: FirstResourceLine } = lazyComponent(() => import('./FirstResourceLine.tsx'), { name: undefined });

/** Banners, navigation, top bar, page. Tab order: skip link, top bar, navigation, page. */
export function Frame({ children }: { children: ReactNode }) {
  const isPhone = useMedia(PHONE);
  const isWide = useMedia(FULL);
  const folded = useStore(isFolded);
  const page = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const clusterId = useClusterId();
  const mayAdd = useConsole().user.acl.tokens?.create === true;
  const [mayBeEmpty] = useState(() => !firstResourceRecord(localStorage)?.hasResource);
  const look = isWide && !folded ? 'full' : 'rail';
  return (
    <div className={styles.frame}>
      <a
        className={styles.skip}
        href="#page"
        onClick={(event) => {
          event.preventDefault(); // the router handles the address
          page.current?.focus();
        }}
      >
        Skip to content
      </a>
      <AlertBanners />
      <div className={styles.columns} data-navigation={isPhone ? 'drawer' : look}>
        <div className={styles.top}>
          <TopBar isPhone={isPhone} />
        </div>
        {!isPhone && (
          <div className={styles.navigation}>
            <Navigation look={look} />
          </div>
        )}
        <div className={styles.content}>
          <OfflineLine />
          {mayAdd && mayBeEmpty && pathname !== paths.discover() && <FirstResourceLine />}
          <main ref={page} id="page" tabIndex={-1} className={styles.page}>
            <PageBoundary page={pathname}>{children}</PageBoundary>
            <AccessHost clusterId={clusterId} />
          </main>
        </div>
        <div className={styles.assist}>
          <AssistOverlay />
        </div>
      </div>
    </div>
  );
}
