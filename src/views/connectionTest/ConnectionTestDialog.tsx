import { useId } from 'react';
import { config } from '../../api/config.ts';
import type { RowDialogProps } from '../../resources/dialogs/HandOverDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { ConnectionTestPanel } from './ConnectionTestPanel.tsx';
import { toTested } from './testedRow.ts';
import { useConnectionTest } from './useConnectionTest.ts';

/** Tests the connection to the row of a list, in the root cluster. `kind` of the row: the kind of resource. */
export default function ConnectionTestDialog({ row, onClose }: RowDialogProps) {
  const form = useId();
  const tested = toTested(row);
  const tester = useConnectionTest(config.proxyCluster);
  const { kind: stage } = tester.state;
  const isRunning = stage === 'running' || stage === 'proving';
  return (
    <Dialog
      title={`Test connection to ${tested.name}`}
      size="form"
      onClose={onClose}
      footer={
        <>
          <span className="grow" />
          <Button size="form" onClick={isRunning ? tester.cancel : onClose}>
            {isRunning ? 'Cancel' : 'Close'}
          </Button>
          <Button
            kind="primary"
            size="form"
            type="submit"
            form={form}
            off={isRunning ? 'A test is running' : undefined}
          >
            {stage === 'ready' ? 'Test connection' : 'Test again'}
          </Button>
        </>
      }
    >
      <ConnectionTestPanel tested={tested} tester={tester} mode={config.auth.secondFactor} form={form} />
    </Dialog>
  );
}
