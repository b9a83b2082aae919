import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fetchClusters, type Cluster } from '../../api/clusters.ts';
import { describeFailure } from '../../api/errors.ts';
import { encodeSegment } from '../../api/urls.ts';
import { Menu, useMenuButton } from '../../ui/Menu.tsx';
import { Tag } from '../../ui/Chips.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import { useClusterId, useConsole } from '../useConsole.ts';
import styles from './TopBar.module.css';

type Clusters =
  | { kind: 'unread' }
  | { kind: 'reading' }
  | { kind: 'read'; clusters: readonly Cluster[] }
  | { kind: 'failed'; why: string };

/** The cluster of the page. The list is loaded on first opening, and then kept. */
export function ClusterMenu({ isPhone }: { isPhone?: boolean }) {
  const { config, items, visits } = useConsole();
  const clusterId = useClusterId();
  const { pathname } = useLocation();
  const navigate = useNavigate();

  const [needle, setNeedle] = useState('');
  const [clusters, setClusters] = useState<Clusters>({ kind: 'unread' });

  const { anchor, close, button } = useMenuButton(() => {
    setNeedle('');
    if (clusters.kind === 'read' || clusters.kind === 'reading') return;
    setClusters({ kind: 'reading' });
    fetchClusters().then(
      (found) => setClusters({ kind: 'read', clusters: found }),
      (error: unknown) => setClusters({ kind: 'failed', why: describeFailure(error).why }),
    );
  });
  /** Opens the same page there, without the query, which belongs to the previous cluster (screens §1.5). */
  const choose = (id: string) => {
    if (id === clusterId) return;
    visits.clusterId.set(id);
    const samePage = pathname.replace(/^\/cluster\/[^/]+/, `/cluster/${encodeSegment(id)}`);
    const firstPage = items.find((item) => item.to(id) !== item.to(clusterId));
    void navigate(samePage === pathname ? (firstPage?.to(id) ?? pathname) : samePage);
  };
  return (
    <>
      <button className={styles.cluster} {...button}>
        <Icon name="boxes" />
        <span className="vh">Cluster </span>
        <span className="cut">{clusterId}</span> {clusterId === config.proxyCluster && !isPhone && <Tag>root</Tag>}
        <Icon name="chevron-down" size={14} />
      </button>
      {anchor && (
        <Menu
          anchor={anchor}
          label="Clusters"
          width={280}
          items={itemsOf(clusters, { needle, clusterId, rootId: config.proxyCluster, choose })}
          field={{ label: 'Find a cluster', onType: setNeedle, onEnter: () => undefined }}
          onClose={close}
        />
      )}
    </>
  );
}

type Choice = { needle: string; clusterId: string; rootId: string; choose: (id: string) => void };

function itemsOf(state: Clusters, { needle, clusterId, rootId, choose }: Choice): MenuItem[] {
  const headOnly = (label: string): MenuItem[] => [{ kind: 'head', label }];
  switch (state.kind) {
    case 'unread':
    case 'reading':
      return headOnly('Loading clusters');
    case 'failed':
      return headOnly(`Could not load the clusters. ${state.why}`);
    case 'read': {
      const found = state.clusters.filter((cluster) => cluster.clusterId.toLowerCase().includes(needle.toLowerCase()));
      if (found.length === 0) return headOnly('No clusters match');
      return found.map((cluster) => ({
        kind: 'item',
        id: cluster.clusterId,
        label: cluster.clusterId,
        chosen: cluster.clusterId === clusterId,
        hint: cluster.clusterId === rootId ? 'root' : cluster.status === 'online' ? undefined : cluster.status,
        run: () => choose(cluster.clusterId),
      }));
    }
  }
}
