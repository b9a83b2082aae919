// Usage events of enrolment (http-auth §12.2, screens §19.2).
import { reportEvent } from '../../../api/auth.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import type { DiscoverEvent } from './flow.ts';

export type StepStatus = 'SUCCESS' | 'SKIPPED' | 'ERROR' | 'ABORTED';

/** What is reported of one run; `id` is the same for all events of it. */
export class DiscoverReporter {
  readonly id: string;
  /** `DISCOVER_RESOURCE_…`, empty until one is chosen. */
  resource = '';

  constructor(id: string) {
    this.id = id;
  }

  /** A resource was chosen, in the selector or by the address. The second time it says nothing. */
  choose(resource: string, isReported = true): void {
    if (this.resource === resource) return;
    this.resource = resource;
    if (isReported) this.report('resourceSelection', 'SUCCESS');
  }

  /** Nobody waits for the answer, and a failure is ignored. */
  report(event: DiscoverEvent, status: StepStatus, { error }: { error?: unknown } = {}): void {
    reportEvent(`tp.ui.discover.${event}`, {
      eventData: {
        id: this.id,
        resource: this.resource,
        stepStatus: `DISCOVER_STATUS_${status}`,
        // The server refuses an error without a text.
        ...(status === 'ERROR' && { stepStatusError: errorMessage(error) || 'unknown error' }),
      },
    });
  }
}
