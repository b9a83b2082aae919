import { useDataProvider } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { config } from '../../api/config.ts';
import { userContext } from '../../api/userContext.ts';
import { openDocument, type DocumentResource, type Opened, type OpenedDocument, type Target } from './openDocument.ts';

export type Opening = { kind: 'loading' } | { kind: 'failed'; error: unknown } | Opened;

function close({ session, slot }: OpenedDocument): void {
  session.dispose();
  void slot.leave();
}

/**
 * Opens the document of a page and closes it when the page closes. Give the page a key, so that another document is
 * another page.
 */
export function useOpening(resource: DocumentResource, name: string, target: Target) {
  const dataProvider = useDataProvider();
  const [opening, setOpening] = useState<Opening>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => {
    setOpening({ kind: 'loading' });
    setAttempt((n) => n + 1);
  }, []);
  const [opened] = useState(() => ({ resource, name, target }));

  useEffect(() => {
    let isGone = false;
    let document: OpenedDocument | undefined;
    const user = userContext().username;
    openDocument({ ...opened, dataProvider, user, clusterId: config.proxyCluster }).then(
      (result) => {
        document = result.kind === 'open' ? result.document : undefined;
        if (isGone && document) close(document);
        else if (!isGone) setOpening(result);
      },
      (error: unknown) => {
        if (!isGone) setOpening({ kind: 'failed', error });
      },
    );
    return () => {
      isGone = true;
      if (document) close(document);
    };
  }, [opened, dataProvider, attempt]);
  return { opening, again };
}
