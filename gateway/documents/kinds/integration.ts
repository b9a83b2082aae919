// Integrations with clouds (http-resources §14, resource-specs §14).
import { checkMetadata } from '../../../src/access/checkMetadata.ts';
import { at, textAt } from '../../../src/lib/json.ts';
import { faultAt } from '../../../src/wire/documentFault.ts';
import { NEVER, type AuditEvents } from '../../audit/events.ts';
import type { Gateway } from '../../gateway.ts';
import { badDocument, notFound } from '../../http/failures.ts';
import type { DocumentKind } from '../documentKind.ts';

const AWS_OIDC = 'aws-oidc';

export const INTEGRATION: DocumentKind = {
  kind: 'integration',
  check({ document }) {
    const subKind = textAt(document, 'sub_kind');
    if (subKind === '') throw badDocument(faultAt('missing subKind', 'sub_kind'));
    if (subKind !== AWS_OIDC) throw badDocument(faultAt(`subkind "${subKind}" is not supported`, 'sub_kind'));
    const role = at(document, 'spec', 'aws_oidc', 'role_arn') ?? '';
    if (typeof role !== 'string') throw badDocument('spec.aws_oidc.role_arn: expected a string');
    if (role === '') throw badDocument(faultAt('missing awsoidc.roleArn field', 'spec', 'aws_oidc', 'role_arn'));
    const fault = checkMetadata(at(document, 'metadata'));
    if (fault !== undefined) throw badDocument(fault);
  },
  written({ caller, name, document, stored }, parts) {
    forgetUse(name, parts);
    parts.audit.emit(
      stored ? 'integration.update' : 'integration.create',
      eventFields(caller.user.name, name, document),
    );
  },
  removed({ caller, stored: { name, document } }, parts) {
    forgetUse(name, parts);
    parts.audit.emit('integration.delete', eventFields(caller.user.name, name, document));
  },
  missing: (name) => notFound(`integration "${name}" doesn't exist`),
};

/** The stored use belongs to the previous role. */
function forgetUse(name: string, { stores, aws }: Pick<Gateway, 'stores' | 'aws'>): void {
  stores.integrationUses.delete(name);
  aws.forget(name);
}

const eventFields = (user: string, name: string, document: unknown): AuditEvents['integration.create'] => ({
  user,
  name,
  sub_kind: textAt(document, 'sub_kind'),
  expires: NEVER,
});
