import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type SyntheticEvent } from 'react';
import { fetchClusters, type Cluster } from '../../../api/clusters.ts';
import { describeFailure } from '../../../api/errors.ts';
import { fetchRows } from '../../../api/lists.ts';
import { nodeList, toQuickTarget } from '../../../api/nodes.ts';
import { systemClock } from '../../../lib/clock.ts';
import { formatCount, plural } from '../../../lib/numbers.ts';
import { EmptyText } from '../../../ui/EmptyText.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { MenuButton } from '../../../ui/Menu.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { AS_TYPED } from '../../../ui/plain/TextField.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { useStore } from '../../../ui/useStore.ts';
import { parseConsoleAddress } from './consoleAddress.ts';
import type { ConsoleModel } from './ConsoleModel.ts';
import { NodeFeed } from './NodeFeed.ts';
import { focusRow, NodeList } from './NodeList.tsx';
import styles from './NodesDocument.module.css';
import { panelElementId, tabElementId } from './Tab.tsx';
import type { NodesDocument as Document } from './tabs.ts';

type Props = { model: ConsoleModel; tab: Document; isOn: boolean };

/** Starts a session: shows the servers of a cluster, and a field for a server name. The session replaces this tab. */
export function NodesDocument({ model, tab, isOn }: Props) {
  const { clusterId } = tab.address;
  const connect = (serverId: string, login: string) =>
    model.replace(tab.id, { kind: 'node', clusterId, serverId, login });

  /** A plain click opens here. With Ctrl the browser opens the link in its own tab. */
  const takeLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = parseConsoleAddress(new URL(link.href));
    if (!address) return;
    event.preventDefault();
    model.replace(tab.id, address);
  };
  return (
    <section
      role="tabpanel"
      id={panelElementId(tab.id)}
      aria-labelledby={tabElementId(tab.id)}
      className={styles.page}
      hidden={!isOn}
      onClick={takeLink}
    >
      <Servers
        key={clusterId}
        clusterId={clusterId}
        onConnect={connect}
        onCluster={(id) => model.replace(tab.id, { kind: 'nodes', clusterId: id })}
      />
    </section>
  );
}

type ServersProps = {
  clusterId: string;
  onConnect: (serverId: string, login: string) => void;
  onCluster: (clusterId: string) => void;
};

function Servers({ clusterId, onConnect, onCluster }: ServersProps) {
  const [feed] = useState(
    () =>
      new NodeFeed({
        fetch: (request, signal) => fetchRows(nodeList, { clusterId }, request, signal),
        clock: systemClock,
      }),
  );
  const state = useStore(feed.state);
  const [search, setSearch] = useState('');
  useEffect(() => {
    feed.load();
    return () => feed.dispose();
  }, [feed]);
  const type = (text: string) => {
    setSearch(text);
    feed.search(text);
  };
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    focusRow(list.current, 0);
  };
  const isEmpty = state.rows.length === 0;
  return (
    <>
      <header className={styles.head}>
        <h1>New session</h1>
        <Clusters clusterId={clusterId} onChoose={onCluster} />
        <span className="grow" />
        <QuickConnect onConnect={onConnect} />
      </header>
      <div className={styles.bar}>
        <input
          ref={field}
          className={styles.field}
          aria-label="Find a server"
          placeholder="Name, address or label"
          type="search"
          autoFocus
          spellCheck={false}
          value={search}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span className="t3 small num" role="status">
          {countLabel(state.rows.length, state.total)}
        </span>
      </div>
      {state.kind === 'failed' && (
        <div className={styles.note}>
          <ErrorNote
            what="Could not load the servers"
            {...describeFailure(state.error)}
            {...(!isEmpty && { safe: 'The rows below were loaded earlier' })}
            actions={<Button onClick={feed.load}>Try again</Button>}
          />
        </div>
      )}
      {!isEmpty && (
        <NodeList
          ref={list}
          clusterId={clusterId}
          rows={state.rows}
          onMore={feed.more}
          onConnect={onConnect}
          onAbove={() => field.current?.focus()}
        />
      )}
      {isEmpty && state.kind === 'reading' && <Waiting>Loading servers</Waiting>}
      {isEmpty && state.kind === 'read' && (
        <EmptyText icon="server" title={search ? 'No server matches' : 'No servers here'}>
          {search
            ? 'The search covers names, addresses and labels.'
            : 'This cluster has no servers, or your roles do not give access to any. You can connect to an unlisted host by name, at the upper right.'}
        </EmptyText>
      )}
    </>
  );
}

const countLabel = (shownCount: number, total: number | undefined): string => {
  if (total === undefined) return '';
  return shownCount < total ? `${formatCount(shownCount)} of ${plural(total, 'server')}` : plural(total, 'server');
};

/** Only shown if there is more than one cluster. */
function Clusters({ clusterId, onChoose }: { clusterId: string; onChoose: (id: string) => void }) {
  const [clusters, setClusters] = useState<readonly Cluster[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    // If the list fails, the current cluster stays. Nothing else depends on it.
    fetchClusters(controller.signal).then(setClusters, () => undefined);
    return () => controller.abort();
  }, []);
  if (clusters.length < 2) return null;
  return (
    <MenuButton
      kind="quiet"
      label="Clusters"
      items={() =>
        clusters.map(({ clusterId: id, status }) => ({
          kind: 'item',
          id,
          label: id,
          chosen: id === clusterId,
          hint: status === 'online' ? undefined : status,
          run: () => onChoose(id),
        }))
      }
    >
      {clusterId}
    </MenuButton>
  );
}

/** Connects to a server by its name, without a search. */
function QuickConnect({ onConnect }: { onConnect: (host: string, login: string) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const target = toQuickTarget(text);
    if (target) onConnect(target.host, target.login);
    else setError('Enter a login, @ and a host, for example root@web-1:22');
  };
  return (
    <form className={styles.quick} onSubmit={submit}>
      <input
        className={styles.field}
        aria-label="Connect to a host by name"
        aria-invalid={error !== undefined || undefined}
        placeholder="login@host[:port]"
        {...AS_TYPED}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      {error !== undefined && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </form>
  );
}
