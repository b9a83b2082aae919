import { useEffect, useRef } from 'react';
import { reportEvent } from '../../api/auth.ts';
import type { DocumentResource, Target } from './openDocument.ts';

/** Reports that a new document was begun, and how that ended, where the resource has names for it (http-auth §12.2). */
export function useUsageReports({ reports }: DocumentResource, target: Target): { saved: () => void } {
  const begun = target.kind === 'new' ? reports : undefined;
  const isSaved = useRef(false);
  useEffect(() => {
    if (!begun) return;
    reportEvent(begun.create);
    return () => {
      if (!isSaved.current) reportEvent(begun.cancel);
    };
  }, [begun]);
  return {
    saved() {
      if (!begun || isSaved.current) return;
      isSaved.current = true;
      reportEvent(begun.save);
    },
  };
}
