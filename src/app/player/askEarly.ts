import { askForRecording, type RecordingPlace } from '../../api/recordingData.ts';
import { momentOfAddress } from '../../wire/recording/moment.ts';

/** False for a desktop, which has a player of its own. */
export const isTerminal = (search: URLSearchParams): boolean =>
  /^(ssh|k8s|db)$/.test(search.get('recordingType') ?? '');

/** Events and first output are on their way while the scripts of the player are read. Once per page. */
export function askForPlayer(place: RecordingPlace): void {
  if (isTerminal(new URLSearchParams(location.search)))
    askForRecording(place, momentOfAddress(location.hash) === undefined);
}
