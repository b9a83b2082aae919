import { use } from 'react';
import { useNavigate } from 'react-router-dom';
import { can } from '../../api/can.ts';
import { config } from '../../api/config.ts';
import { userContext } from '../../api/userContext.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { DOCUMENTS } from '../../wire/config.ts';
import { addingPath, MissingPagesContext } from '../actions/missingPages.ts';
import styles from './AddDialog.module.css';
import { inventoryExamples } from './inventoryExamples.ts';
import type { RowDialogProps } from './HandOverDialog.tsx';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The ways to add a resource: a document in the console, gateway.yaml, or the agent of a cluster. `row`: an `Adding`. */
export default function AddDialog({ row, onClose }: RowDialogProps) {
  const navigate = useNavigate();
  const missing = use(MissingPagesContext);
  const kind = text(row['document']);
  const example = inventoryExamples[kind];
  const keepsDocuments = config.extensions.includes(DOCUMENTS);
  const may = can(userContext().acl, 'db', 'create');
  const go = () => {
    onClose();
    void navigate(addingPath(missing, kind), { state: { entity: row.id } });
  };
  return (
    <Dialog
      title={text(row['label'])}
      size="form"
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button size="form" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {keepsDocuments && example ? (
        <div className={styles.ways}>
          <section className={styles.way} aria-label="In the console">
            <h3>In the console</h3>
            <p className="t2">Write its document. It takes effect when you save it. {example.console}</p>
            <div>
              <Button kind="primary" size="form" off={may.ok ? undefined : may.why} onClick={go}>
                Write the document
              </Button>
            </div>
          </section>
          <section className={styles.way} aria-label="In gateway.yaml">
            <h3>In gateway.yaml</h3>
            <p className="t2">
              The administrator of the gateway adds an entry under “inventory” and sends SIGHUP to the gateway.{' '}
              {example.file}
            </p>
            <CopyBox label="Example for gateway.yaml" text={example.yaml} />
          </section>
          <p className="t3">
            It appears in the lists of users whose roles match its labels. The file {example.docs} describes all
            settings.
          </p>
        </div>
      ) : (
        <section className={styles.way} aria-label="With an agent">
          <h3>With an agent</h3>
          <p className="t2">
            The cluster’s agent registers it. The help page creates the install command with a join token. It appears in
            the lists of users whose roles match its labels.
          </p>
          <div>
            <Button kind="primary" size="form" onClick={go}>
              Create install command
            </Button>
          </div>
        </section>
      )}
    </Dialog>
  );
}
