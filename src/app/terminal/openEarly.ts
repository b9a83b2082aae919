// A separate script in the page of a terminal (gateway/http/preload.ts), which runs before all others: a login shell
// takes longer to start than the rest of the page to load. It bundles a copy of all its imports, and may run before the
// page's settings have loaded: it must not import `api/config.ts`.
import { session } from '../../api/session.ts';
import { openTerminalSocket } from '../../api/sockets.ts';
import { parseConsoleAddress } from '../../sessions/terminal/console/consoleAddress.ts';
import { estimatedRoom } from '../../sessions/terminal/console/estimatedRoom.ts';
import { keepEarlySocket } from '../../sessions/terminal/session/earlySocket.ts';
import { keepEarlyTyping } from '../../sessions/terminal/session/earlyTyping.ts';

const address = parseConsoleAddress(location);
session.readPage();
if (address?.kind === 'node' && session.timeLeftMs() > 0) {
  const { clusterId, serverId, login } = address;
  const params = { kind: 'new', serverId, login, size: estimatedRoom() } as const;
  keepEarlySocket(clusterId, params, openTerminalSocket(clusterId, params));
  keepEarlyTyping();
}
