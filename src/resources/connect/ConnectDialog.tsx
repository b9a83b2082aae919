import { useId, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { config } from '../../api/config.ts';
import { readConnect, removeConnect, saveConnectJson } from '../../api/connect.ts';
import { ApiError, describeFailure, isApiError } from '../../api/errors.ts';
import { fetchRows } from '../../api/lists.ts';
import { nodeList } from '../../api/nodes.ts';
import { isObject, textAt, type JsonObject } from '../../lib/json.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { CloseButton, DialogButtons } from '../../ui/DialogButtons.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { toasts } from '../../ui/toasts.ts';
import { CONNECT_KINDS, type ConnectJson, type ConnectKind } from '../../wire/connect.ts';
import { parseFieldPath } from '../../wire/documentFault.ts';
import { Effects } from '../dialogs/Effects.tsx';
import type { RowDialogProps } from '../dialogs/HandOverDialog.tsx';
import styles from './connect.module.css';
import { ConnectFields, type ConnectFormState } from './ConnectFields.tsx';
import { schemaOf, toSent, withField, type FieldPath } from './connectForm.ts';
import { changedPaths, mergeSettings } from './mergeConnect.ts';

const SERVERS = 200;

/**
 * How the gateway connects to a resource. Reads the settings and shows the form. The row's `kind` is the kind of its
 * document.
 */
export default function ConnectDialog({ row, onClose }: RowDialogProps) {
  const kind = CONNECT_KINDS.find((connectKind) => connectKind === row['kind']) ?? 'app';
  const name = textAt(row, 'name');
  const { data, error } = useQuery({
    queryKey: ['connect', kind, name],
    queryFn: ({ signal }) => readConnect(kind, name, signal),
    gcTime: 0,
    staleTime: Infinity, // a new read would replace typed values
    retry: false,
  });
  const title = `Connection settings of ${name}`;
  if (data && data.source !== 'file') return <ConnectForm {...{ kind, name, title, onClose }} read={data} />;
  return (
    <Frame title={title} onClose={onClose}>
      {error ? (
        <ErrorNote what="The settings could not be loaded" {...describeFailure(error)} />
      ) : data ? (
        <Note kind="info">This resource is set in gateway.yaml, and so are its connection settings.</Note>
      ) : (
        <Waiting>Loading the settings</Waiting>
      )}
    </Frame>
  );
}

const Frame = ({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) => (
  <Dialog title={title} size="form" onClose={onClose} footer={<CloseButton autoFocus onClick={onClose} />}>
    {children}
  </Dialog>
);

type FormProps = { kind: ConnectKind; name: string; title: string; read: ConnectJson; onClose: () => void };
/** `merged`: paths that another user changed and that were merged into the form. */
type State =
  { kind: 'typing'; error?: unknown; merged?: readonly string[] } | { kind: 'saving' } | { kind: 'removing' };

function ConnectForm({ kind, name, title, read: first, onClose }: FormProps) {
  const id = useId();
  const [read, setRead] = useState(first);
  const stored: JsonObject = read.connect;
  const [values, setValues] = useState<JsonObject>(stored);
  const [state, setState] = useState<State>({ kind: 'typing' });
  const suggest = useServers(values);
  const schema = schemaOf(kind);
  const error = state.kind === 'typing' ? state.error : undefined;
  const fault = faultOf(error);
  const isSaving = state.kind === 'saving';
  const save = async () => {
    setState({ kind: 'saving' });
    try {
      const sent = toSent(values, schema);
      await saveConnectJson(kind, name, isObject(sent) ? sent : {}, read.revision);
      toasts.show({ text: `The connection settings of ${name} are saved` });
      onClose();
    } catch (failure) {
      setState({ kind: 'typing', ...((isApiError(failure, 409) && (await merge())) || { error: failure }) });
    }
  };
  /** Merges another user's saved changes into the form. Undefined if the server's settings have not changed. */
  const merge = async () => {
    const now = await readConnect(kind, name).catch(() => undefined);
    if (!now || now.source === 'file' || now.revision === read.revision) return undefined;
    setRead(now);
    setValues((entered) => mergeSettings(schema, stored, entered, now.connect));
    return { merged: changedPaths(stored, now.connect) };
  };
  if (state.kind === 'removing')
    return (
      <ConfirmDialog
        title={`Remove the connection settings of ${name}?`}
        cancelLabel="Keep settings"
        act="Remove settings"
        acting="Removing"
        destroys
        onAct={() => removeConnect(kind, name)}
        onClose={() => setState({ kind: 'typing' })}
        onDone={onClose}
      >
        <Effects of={['The gateway forgets the secrets', 'Open sessions on it end at once']} />
      </ConfirmDialog>
    );
  const form: ConnectFormState = {
    values,
    stored,
    suggest,
    fault,
    change: (path, value) => setValues((now) => withField(now, path, value)),
  };
  return (
    <Dialog
      title={title}
      size="form"
      onClose={onClose}
      dismissGuard={isSaving ? 'working' : values === stored ? undefined : 'typed'}
      footer={
        <DialogButtons
          note={
            <>
              {read.source === 'console' && (
                <Button size="form" kind="quietDanger" onClick={() => setState({ kind: 'removing' })}>
                  Remove settings
                </Button>
              )}
              <span className="grow" />
            </>
          }
          onCancel={onClose}
          act={{ type: 'submit', form: id, busy: isSaving ? 'Saving' : undefined, children: 'Save' }}
        />
      }
    >
      <form id={id} className={styles.form} noValidate onSubmit={handleSubmit(() => void save())}>
        {read.stale && (
          <Note kind="warn" title="The gateway does not use these settings.">
            The address has changed since they were saved. Enter the secrets again, and save.
          </Note>
        )}
        {state.kind === 'typing' && state.merged && (
          <Note kind="warn" title="Someone else changed these settings. Nothing was saved.">
            {`Changed: ${state.merged.join(', ') || 'passwords or keys'}. The form has these changes and your entries. Where both changed a value, it has yours. Check it and save again.`}
          </Note>
        )}
        {error !== undefined && !fault && (
          <ErrorNote what="The settings were not saved" {...describeFailure(error)} safe="Your entries are kept" />
        )}
        <p className="t2">
          The gateway connects with these settings. Passwords and keys stay in the gateway and are never shown again.
        </p>
        <ConnectFields form={form} schema={schema} />
      </form>
    </Dialog>
  );
}

/** The field that the server rejected, and the message without its path. */
function faultOf(error: unknown): { path: FieldPath; message: string } | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const path = parseFieldPath(error.field)?.map(String);
  if (!path) return undefined;
  const text = error.message.startsWith(`${path.join('.')}: `)
    ? error.message.slice(path.join('.').length + 2)
    : error.message;
  return { path, message: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}

/** Names of servers for `via`, and the logins of the selected one. */
function useServers(values: JsonObject): ConnectFormState['suggest'] {
  const clusterId = config.proxyCluster;
  const { data = [] } = useQuery({
    queryKey: ['connect-servers', clusterId],
    queryFn: async ({ signal }) => (await fetchRows(nodeList, { clusterId }, { limit: SERVERS }, signal)).rows,
    retry: false,
  });
  return (path) => {
    const field = path.join('.');
    if (field === 'via') return data.map(({ hostname }) => hostname);
    const via = textAt(values, 'via');
    if (field !== 'via_login' || via === '') return [];
    return data.find(({ id, hostname }) => id === via || hostname === via)?.logins ?? [];
  };
}
