// The commands that join a machine to a cluster with a new join token (http-resources §12).
import { createJoinToken, type JoinRole } from './joinTokens.ts';
import { serverBehaviour } from './serverBehaviour.ts';
import { joinCommand } from './tokens.ts';

/** Resources that join a cluster with their own agent. The names match the Add buttons of the lists. */
export type JoiningEntity = 'server' | 'application' | 'database' | 'kubernetes' | 'desktop';

const ROLES: Readonly<Record<JoiningEntity, JoinRole>> = {
  server: 'Node',
  application: 'App',
  database: 'Db',
  kubernetes: 'Kube',
  desktop: 'WindowsDesktop',
};

/** Matches every database that is added later. Without labels the agent would serve none. */
const ALL_DATABASES = { '*': ['*'] };

export type Installation = { command: string; expires: Date | undefined };

type CommandRequest = { entity: JoiningEntity; origin: string; proxy: string };

/** Creates a token that is valid for a few hours, and returns the command to run. */
export async function createInstallation({ entity, origin, proxy }: CommandRequest): Promise<Installation> {
  const role = ROLES[entity];
  const { token, expires } = await createJoinToken({ role, ...(entity === 'database' && { matchers: ALL_DATABASES }) });
  const script = joinCommand(origin, token, role, serverBehaviour.isGateway) ?? '';
  const commands: Partial<Record<JoiningEntity, string>> = {
    kubernetes: `helm install teleport-agent teleport-kube-agent --repo https://charts.releases.teleport.dev --create-namespace --namespace teleport-agent --set roles=kube --set proxyAddr=${proxy} --set authToken=${token} --set kubeClusterName=NAME`,
    desktop: `Invoke-WebRequest -Uri '${origin}/v1/webapi/scripts/desktop-access/configure/${token}/configure-ad.ps1' -OutFile configure-ad.ps1; .\\configure-ad.ps1`,
  };
  return { command: commands[entity] ?? script, expires };
}
