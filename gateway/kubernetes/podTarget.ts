// Opens shells in a container.
import { TargetError, UnreachedTarget, type Target, type TargetNode, type TargetPod } from '../terminal/target.ts';
import { sentenceOf } from './clusterAccess.ts';
import { KubeClient, type KubeParts } from './KubeClient.ts';
import { KubernetesFault } from './KubernetesFault.ts';
import type { KubeTarget } from './login.ts';
import { PodShell } from './PodShell.ts';

export const podTarget = (parts: KubeParts, node: TargetNode, pod: TargetPod, cluster: KubeTarget): Target => ({
  node,
  async open(_login, size, listener, signal) {
    try {
      const client = await KubeClient.open(parts, cluster, pod.identity, signal);
      return await PodShell.open(client, pod, size, listener, signal);
    } catch (error) {
      if (!(error instanceof KubernetesFault)) throw error;
      throw error.stage === 'list' ? new TargetError(sentenceOf(error)) : new UnreachedTarget(sentenceOf(error));
    }
  },
});
