import { EmptyText } from '../../../ui/EmptyText.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { ConsoleModel } from './ConsoleModel.ts';

/** Shown while no tab is open. */
export function BlankTab({ model }: { model: ConsoleModel }) {
  const { homeCluster } = useStore(model.documents);
  const ended = useStore(model.justEnded);
  const [closed] = useStore(model.closed);
  const lastTime = useStore(model.lastTime);
  const again = ended?.again;
  return (
    <EmptyText
      icon="terminal"
      title={ended ? `${ended.title} has ended` : 'No session is open'}
      actions={
        <>
          <Button
            kind="primary"
            size="form"
            autoFocus
            onClick={() => model.open({ kind: 'nodes', clusterId: homeCluster })}
          >
            Start a new session
          </Button>
          {again && (
            <Button size="form" onClick={() => model.open(again)}>
              Open {ended.title} again
            </Button>
          )}
          {!again && closed && (
            <Button size="form" onClick={model.reopenClosed}>
              Reopen {closed.name ?? closed.panes[closed.focused]?.title}
            </Button>
          )}
          {!again && !closed && lastTime.length > 0 && (
            <Button size="form" onClick={model.restoreLastTime}>
              {lastTime.length === 1
                ? 'Open the tab of the last visit'
                : `Open the ${lastTime.length} tabs of the last visit`}
            </Button>
          )}
        </>
      }
    >
      {ended ? 'Its tab was closed.' : 'A session is a shell on a server. Each one gets its own tab and address here.'}
    </EmptyText>
  );
}
