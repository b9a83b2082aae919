// Usage events of enrolment (http-auth §12.2, screens §19.2).
import { reportEvent } from '../../../api/auth.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import type { DiscoverEvent } from './flow.ts';

export type StepStatus = 'SUCCESS' | 'SKIPPED' | 'ERROR' | 'ABORTED';

/** Reports one run. `id` is the same for all its events. */
export class DiscoverReporter {
  readonly id: string;
  /** `DISCOVER_RESOURCE_…`, or empty until the user chooses one. */
  resource = '';

  constructor(id: string) {
    this.id = id;
  }

  /** Call it when a resource is chosen, in the selector or by the address. A repeated choice is not reported. */
  choose(resource: string, isReported = true): void {
    if (this.resource === resource) return;
    this.resource = resource;
    if (isReported) this.report('resourceSelection', 'SUCCESS');
  }

  /** Does not wait for the answer, and ignores a failure. */
  report(event: DiscoverEvent, status: StepStatus, { error }: { error?: unknown } = {}): void {
    reportEvent(`tp.ui.discover.${event}`, {
      eventData: {
        id: this.id,
        resource: this.resource,
        stepStatus: `DISCOVER_STATUS_${status}`,
        // The server refuses an error event without a text.
        ...(status === 'ERROR' && { stepStatusError: errorMessage(error) || 'unknown error' }),
      },
    });
  }
}
