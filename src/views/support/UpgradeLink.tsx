import type { ReactNode } from 'react';
import { reportEvent } from '../../api/auth.ts';
import type { Config } from '../../api/config.ts';
import { offerOf, type LockedFeature } from '../../api/lockedFeatures.ts';
import { buttonClass } from '../../ui/plain/buttonClass.ts';

type Props = { feature: LockedFeature; config: Config; authVersion: string; children: ReactNode };

/** Leads to the vendor's offer for what the plan of this cluster lacks. */
export function UpgradeLink({ feature, config, authVersion, children }: Props) {
  const { href, report } = offerOf(feature, config, authVersion);
  return (
    <a
      className={buttonClass({})}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => reportEvent('tp.ui.callToAction.click', { eventData: report })}
    >
      {children}
    </a>
  );
}
