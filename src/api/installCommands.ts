// What a machine runs to join a cluster with a new join token (http-resources §12).
import { createJoinToken, type JoinRole } from './joinTokens.ts';
import { serverBehaviour } from './serverBehaviour.ts';
import { joinCommand } from './tokens.ts';

/** What joins a cluster by an agent of its own. The names are those of the lists' Add buttons. */
export type JoiningEntity = 'server' | 'application' | 'database' | 'kubernetes' | 'desktop';

const ROLES: Readonly<Record<JoiningEntity, JoinRole>> = {
  server: 'Node',
  application: 'App',
  database: 'Db',
  kubernetes: 'Kube',
  desktop: 'WindowsDesktop',
};

/** Every database that is added later; without labels the agent would serve none. */
const ALL_DATABASES = { '*': ['*'] };

export type Installation = { command: string; expires: Date };

type Wanted = { entity: JoiningEntity; origin: string; proxy: string };

/** Makes a token that a few hours later is gone, and tells what to run with it. */
export async function createInstallation({ entity, origin, proxy }: Wanted): Promise<Installation> {
  const role = ROLES[entity];
  const { token, expires } = await createJoinToken({ role, ...(entity === 'database' && { matchers: ALL_DATABASES }) });
  const script = joinCommand(origin, token, role, serverBehaviour.isGateway) ?? '';
  const commands: Partial<Record<JoiningEntity, string>> = {
    kubernetes: `helm install teleport-agent teleport-kube-agent --repo https://charts.releases.teleport.dev --create-namespace --namespace teleport-agent --set roles=kube --set proxyAddr=${proxy} --set authToken=${token} --set kubeClusterName=NAME`,
    desktop: `Invoke-WebRequest -Uri '${origin}/v1/webapi/scripts/desktop-access/configure/${token}/configure-ad.ps1' -OutFile configure-ad.ps1; .\\configure-ad.ps1`,
  };
  return { command: commands[entity] ?? script, expires };
}
