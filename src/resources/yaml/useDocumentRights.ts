import { useMemo } from 'react';
import type { Verdict } from '../../api/can.ts';
import { mayOf, restrict, type Restricted } from '../../descriptors/restrict.ts';
import { useUser } from '../useUser.ts';
import type { Base } from './drafts.ts';
import type { DocumentResource, OpenedDocument } from './openDocument.ts';

type Rights = {
  /** The resource with what this user may do with documents of this kind. */
  restricted: Restricted;
  /** Whether the text of the page can be written. */
  may: Verdict;
};

/** What the user may do with one document: the rules of its kind, and whether it is held elsewhere. */
export function useDocumentRights(
  resource: DocumentResource,
  { type }: OpenedDocument,
  { heldBecause }: Base,
  isNew: boolean,
): Rights {
  const { acl } = useUser();
  return useMemo(() => {
    const rights = mayOf(resource, acl, type);
    const no: Verdict | undefined = heldBecause === undefined ? undefined : { ok: false, why: heldBecause };
    const may = no ? { ...rights, update: no, remove: no } : rights;
    return { restricted: { ...restrict(resource, acl), may }, may: isNew ? may.create : may.update };
  }, [resource, acl, type, heldBecause, isNew]);
}
