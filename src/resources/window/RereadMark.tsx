import type { Resource } from '../../descriptors/defineResource.ts';
import { StateMark } from '../../ui/StateMark.tsx';
import { useMedia, FULL } from '../../ui/useMedia.ts';

/** Says that the list keeps itself up to date. */
export function RereadMark({ list }: Pick<Resource, 'list'>) {
  const hasRoom = useMedia(FULL);
  if (list.rereadEveryMs === undefined || !hasRoom) return null;
  return <StateMark kind="ok">Read every {list.rereadEveryMs / 1000} s</StateMark>;
}
