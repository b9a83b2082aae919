import { useEffect, useState } from 'react';
import { at } from '../../lib/json.ts';
import { leaving } from '../../lib/leaving.ts';
import { plural } from '../../lib/numbers.ts';
import { Tag } from '../../ui/Chips.tsx';
import { useStore } from '../../ui/useStore.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { one } from '../words.ts';
import { DraftMark } from './DraftMark.tsx';
import { EditorHead } from './EditorHead.tsx';
import styles from './EditorPage.module.css';
import { KeyRow } from './KeyRow.tsx';
import { CodeEditor } from './monaco/CodeEditor.tsx';
import type { CodeHandle } from './monaco/codeHandle.ts';
import type { DocumentResource, OpenedDocument, Target } from './openDocument.ts';
import { ProblemsPanel } from './ProblemsPanel.tsx';
import { errorsOf, nextProblem } from './problems/problem.ts';

/** One column, keys above the keyboard (look §2). */
const PHONE = '(max-width: 599px)';

type Props = { resource: DocumentResource; name: string; target: Target; document: OpenedDocument };

/** The editor of one open document. */
export default function DocumentEditor({ resource, target, document: opened }: Props) {
  const { session } = opened;
  const { isChanged, draft, checked } = useStore(session.state);
  const isPhone = useMedia(PHONE);
  const [code, setCode] = useState<CodeHandle>();
  const [cursor, setCursor] = useState({ line: 1, column: 1 });

  useEffect(() => {
    const offLeaving = leaving.subscribe(session.keepNow);
    window.addEventListener('pagehide', session.keepNow);
    return () => {
      offLeaving();
      window.removeEventListener('pagehide', session.keepNow);
    };
  }, [session]);

  const errors = errorsOf(checked.problems);
  const version = at(checked.value, 'version');
  return (
    <div className={styles.page}>
      <EditorHead
        resource={resource}
        title={target.kind === 'existing' ? target.id : `New ${one(resource)}`}
        facts={
          <>
            {typeof version === 'string' && <Tag>{version}</Tag>}
            <DraftMark isChanged={isChanged} draft={draft} />
          </>
        }
      >
        {errors.length > 0 && (
          <span className={styles.blocked}>{`Fix ${plural(errors.length, 'error')} to review`}</span>
        )}
      </EditorHead>
      <div className={styles.body}>
        <CodeEditor
          kind={resource.yaml.kind}
          schema={opened.rules.schema}
          label={`${resource.label[0]} as YAML`}
          text={session.text}
          isPhone={isPhone}
          readOnly={false}
          problems={checked.problems}
          changes={checked.changes}
          onChange={(text) => session.edit(text)}
          onCursor={(line, column) => setCursor({ line, column })}
          onReady={setCode}
        />
      </div>
      <ProblemsPanel problems={checked.problems} line={cursor.line} onPick={({ range }) => code?.reveal(range)} />
      {isPhone && (
        <KeyRow
          code={code}
          onNext={() => {
            const next = nextProblem(checked.problems, cursor, 1);
            if (next) code?.reveal(next.range);
          }}
        />
      )}
    </div>
  );
}
