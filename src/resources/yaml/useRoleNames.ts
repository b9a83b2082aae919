import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { readRoles } from '../access/subjects.ts';
import type { OpenedDocument } from './openDocument.ts';

/**
 * Checks the role names of a document as soon as the roles are read: opening it does not wait for them, and one that
 * names no role asks for none. `value` is what its text says.
 */
export function useRoleNames({ rules, session }: OpenedDocument, value: unknown): void {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const namesRoles = useMemo(() => (rules.known.roleNames?.(value) ?? []).length > 0, [rules, value]);
  useEffect(() => {
    if (!namesRoles) return;
    let isGone = false;
    void readRoles(client, dataProvider).then((roles) => {
      if (isGone || !roles) return;
      rules.roleNames = new Set(roles.names());
      session.checkNow();
    });
    return () => void (isGone = true);
  }, [client, dataProvider, rules, session, namesRoles]);
}
