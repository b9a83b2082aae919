import { useNavigate } from 'react-router-dom';
import { can } from '../../api/can.ts';
import { userContext } from '../../api/userContext.ts';
import { documentKinds } from '../../descriptors/documentKinds.ts';
import type { DocumentType } from '../../descriptors/documentTypes.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { CloseButton } from '../../ui/DialogButtons.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import styles from './AddDialog.module.css';
import { inventoryExamples } from './inventoryExamples.ts';
import type { RowDialogProps } from './HandOverDialog.tsx';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The ways to add a resource to the bundled gateway: step by step, as a document, or in gateway.yaml. `row`: an
 * `Adding`.
 */
export default function AddDialog({ row, onClose }: RowDialogProps) {
  const navigate = useNavigate();
  const kind = text(row['document']);
  const example = inventoryExamples[kind];
  const { acl = 'db' } = Object.values<DocumentType>(documentKinds).find((type) => type.kind === kind) ?? {};
  const may = can(userContext().acl, acl, 'create');
  const go = (path: string, state?: object) => {
    onClose();
    void navigate(path, { state });
  };
  return (
    <Dialog title={text(row['label'])} size="form" onClose={onClose} footer={<CloseButton onClick={onClose} />}>
      <div className={styles.ways}>
        <section className={styles.way} aria-label="Step by step">
          <h3>Step by step</h3>
          <p className="t2">
            The console asks for what is needed, sets up your access and tests the connection. Passwords and keys are
            stored in the gateway.
          </p>
          <div>
            <Button kind="primary" size="form" autoFocus onClick={() => go('/discover', { entity: row.id })}>
              Start
            </Button>
          </div>
        </section>
        <section className={styles.way} aria-label="As a document">
          <h3>As a document</h3>
          <p className="t2">Write its document. It takes effect when you save it. {example?.console}</p>
          <div>
            <Button size="form" off={may.ok ? undefined : may.why} onClick={() => go(`/resources/new?kind=${kind}`)}>
              Write the document
            </Button>
          </div>
        </section>
        {example && (
          <section className={styles.way} aria-label="In gateway.yaml">
            <h3>In gateway.yaml</h3>
            <p className="t2">
              The administrator of the gateway adds an entry under “inventory” and sends SIGHUP to the gateway.{' '}
              {example.file}
            </p>
            <CopyBox label="Example for gateway.yaml" text={example.yaml} />
          </section>
        )}
        <p className="t3">
          It appears in the lists of users whose roles match its labels.
          {example && ` The file ${example.docs} describes all settings.`}
        </p>
      </div>
    </Dialog>
  );
}
