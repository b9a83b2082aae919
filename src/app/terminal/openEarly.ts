// A script of its own in the page of a terminal, before all others that wait for the document (gateway/http/preload.ts):
// a login shell takes longer to begin than the rest of the page to be read.
import { isConfigured } from '../../api/config.ts';
import { session } from '../../api/session.ts';
import { openTerminalSocket } from '../../api/sockets.ts';
import { parseConsoleAddress } from '../../sessions/terminal/console/consoleAddress.ts';
import { estimatedRoom } from '../../sessions/terminal/console/estimatedRoom.ts';
import { keepEarlySocket } from '../../sessions/terminal/session/earlySocket.ts';

const address = parseConsoleAddress(location);
session.readPage();
if (address?.kind === 'node' && isConfigured && session.timeLeftMs() > 0) {
  const { clusterId, serverId, login } = address;
  const params = { kind: 'new', serverId, login, size: estimatedRoom() } as const;
  keepEarlySocket(clusterId, params, openTerminalSocket(clusterId, params));
}
