import { reportEvent } from '../../api/auth.ts';
import { config } from '../../api/config.ts';
import { offerOf, type LockedFeature } from '../../api/lockedFeatures.ts';
import { userContext } from '../../api/userContext.ts';

/** Opens the vendor's offer for what the plan of this cluster lacks, and reports that somebody looked (http-auth §12.2). */
export function openOffer(feature: LockedFeature): void {
  const { href, report } = offerOf(feature, config, userContext().cluster.authVersion);
  reportEvent('tp.ui.callToAction.click', { eventData: report });
  window.open(href, '_blank', 'noopener');
}
