import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { config } from '../../api/config.ts';
import { shownName } from '../../descriptors/documents.ts';
import { at } from '../../lib/json.ts';
import { plural } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { Segmented } from '../../ui/plain/Segmented.tsx';
import { takeFocus } from '../../ui/keys/keys.ts';
import { useMedia, PHONE } from '../../ui/useMedia.ts';
import { useStore } from '../../ui/useStore.ts';
import { FEATURE_SOURCE_TEXT } from '../../wire/config.ts';
import type { Secret } from '../../wire/secretText.ts';
import { withoutNotes } from '../../wire/yaml.ts';
import { useOfferedDocument } from '../assist/contextOfRows.ts';
import { CheckAccessButton, ReachMoves } from '../access/RoleReachTools.tsx';
import { DocumentReviewDialog } from '../review/DocumentReviewDialog.tsx';
import { singularName } from '../resourceMessages.ts';
import { DocumentHead } from './DocumentHead.tsx';
import { EditorMenu } from './EditorMenu.tsx';
import { EditorNotes } from './EditorNotes.tsx';
import styles from './EditorPage.module.css';
import { EditorStatus, KeyRow, TextFacts } from './EditorStatus.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { DocumentForm } from './form/DocumentForm.tsx';
import { documentChanges } from './form/documentChanges.ts';
import { useDocumentForm, focusInput } from './form/useDocumentForm.ts';
import { CodeEditor } from './monaco/CodeEditor.tsx';
import type { CodeHandle } from './monaco/codeHandle.ts';
import type { DocumentResource, OpenedDocument, Target } from './openDocument.ts';
import { checkDocument, readPlainValue } from './problems/checkDocument.ts';
import { errorsOf, nextProblem } from './problems/problem.ts';
import { ProblemsPanel } from './ProblemsPanel.tsx';
import { useProposal } from './proposal.ts';
import { useDiscardDraft } from './useDiscardDraft.ts';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { commitField, useEditorKeys, useKeepOnLeaving, useLineInAddress } from './useEditorPage.ts';
import { useFileLoading, downloadText } from './useFileLoading.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import { useSaving, useDocumentRights, useUsageReports, whatReprintLoses } from './useSaving.ts';
import { beginsWithTemplate, useShownProblems, useRoleNames } from './useShownProblems.ts';

type View = 'both' | 'text';
const STORES_TEXT = config.extensions.includes(FEATURE_SOURCE_TEXT);
const VIEWS = { both: 'Form and YAML', text: 'YAML' };

type Props = { resource: DocumentResource; name: string; target: Target; document: OpenedDocument };

/** The text under review. `source`: the text of the page that it was made from. */
type Reviewed = { id: string; called: string; text: string; secrets: readonly Secret[]; source: string };

/** The editor of one open document, with all its actions. */
export default function DocumentEditor({ resource, name, target, document: opened }: Props) {
  const { session, slot, rules, type, form: layout, templates } = opened;
  const { isChanged, draft, checked, base } = useStore(session.state);
  const isPhone = useMedia(PHONE);
  const [code, setCode] = useState<CodeHandle>();
  const form = useDocumentForm(opened, code);
  // The form may have been ready before the editor: its changes until now are only in the session's text.
  useLayoutEffect(() => code?.change(session.text), [code, session]);
  const [view, setView] = useState<View>('both');
  const [cursor, setCursor] = useState({ line: 1, column: 1, inText: false });
  const cursorNow = useRef(cursor);
  const [restored, setRestored] = useState(opened.restored);
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [showsTemplates, setShowsTemplates] = useState(false);
  const saving = useSaving({ resource, name, target, document: opened, code });
  const usage = useUsageReports(resource, target);
  const body = useRef<HTMLDivElement>(null);
  const guard = useLeaveGuard(
    useCallback(() => {
      commitField(body.current);
      return session.state.get().isChanged;
    }, [session]),
  );
  const id = target.kind === 'existing' ? target.id : undefined;
  const { restricted, may } = useDocumentRights(resource, opened, base, id === undefined);

  const keepNow = useCallback(() => {
    commitField(body.current);
    session.keepNow();
  }, [session]);
  useKeepOnLeaving({ keepNow });
  useProposal(
    name,
    id,
    code,
    useCallback(() => session.text, [session]),
  );
  useLineInAddress(code);
  useRoleNames(opened, checked.value);
  const noun = singularName(resource);
  useOfferedDocument(resource.assist, id === undefined ? `new ${noun}` : shownName(resource, id), session);
  const files = useFileLoading(code, may.ok);
  const errors = errorsOf(checked.problems).length;
  const showsForm = layout !== undefined && !isPhone && !checked.isLong;
  const before = useMemo(() => readPlainValue(base.text), [base.text]);
  const { problems, isUntouched, showAll } = useShownProblems({
    ...{ target, document: opened, checked, isChanged },
    form: showsForm ? layout : undefined,
  });

  const goToProblem = useCallback(
    (by: 1 | -1) => {
      const next = nextProblem(session.checkNow().problems, cursorNow.current, by);
      if (next) code?.reveal(next.range);
    },
    [session, code],
  );
  const review = () => {
    commitField(body.current);
    if (!may.ok || (id !== undefined && !session.state.get().isChanged)) return;
    if (errorsOf(session.checkNow().problems).length > 0) {
      showAll();
      return goToProblem(1);
    }
    session.keepNow();
    setReviewed({ ...saving.subject(), ...form.take(), source: session.text });
  };
  const reviewNow = useRef(review);
  useEffect(() => void (reviewNow.current = review));
  const switchSides = useCallback(() => {
    const { line, column } = cursorNow.current;
    const here = session.state.get().checked.ranges.pathAt(line, column);
    if (!focusInput(body.current, here)) code?.focus();
  }, [session, code]);
  useEditorKeys({
    onReview: useCallback(() => reviewNow.current(), []),
    onProblem: goToProblem,
    onSwitch: showsForm && view === 'both' ? switchSides : undefined,
  });

  const discardDraft = useDiscardDraft(session, code);
  const discard = () => {
    form.forget();
    discardDraft();
    setRestored(undefined);
  };
  const offReason = () => {
    if (!may.ok) return may.why;
    if (isUntouched && errors > 0) return 'Fill in the missing fields first';
    if (errors > 0) return `Fix ${plural(errors, 'error')} first`;
    return id !== undefined && !isChanged ? 'There are no changes' : undefined;
  };

  return (
    <div className={styles.page} ref={takeFocus} tabIndex={-1}>
      <DocumentHead
        {...{ resource, id, isChanged, draft }}
        errors={isUntouched ? 0 : errors}
        version={at(checked.value, 'version')}
        off={offReason()}
        onDiscard={discard}
        onReview={review}
      >
        {beginsWithTemplate(target) && !isChanged && templates && templates.length > 1 && !isPhone && (
          <Button kind="quiet" icon="file-down" onClick={() => setShowsTemplates(true)}>
            Templates
          </Button>
        )}
        {rules.editorKind.reach && id !== undefined && !isPhone && (
          <CheckAccessButton id={id} text={session.text} saved={base.text} />
        )}
      </DocumentHead>
      <EditorNotes
        slot={slot}
        restored={restored}
        isRevision={target.revision !== undefined && (isChanged || id === undefined)}
        heldBecause={base.heldBecause}
        fixed={base.fixed}
        onDiscard={discard}
        onDismiss={() => setRestored(undefined)}
      />
      {files.fault && (
        <div className={styles.notes}>
          <Note kind="danger" title="The file was not loaded.">{`${files.fault}. Your text was not changed.`}</Note>
        </div>
      )}
      <div className="flex fill" ref={body} role="presentation" {...files.target}>
        {showsForm && view === 'both' && (
          <DocumentForm
            form={layout}
            secrets={type.secrets ?? []}
            schema={rules.schema}
            isNew={id === undefined}
            value={checked.value}
            before={before}
            readAtMs={base.readAtMs}
            problems={isUntouched ? problems : checked.problems}
            fixed={base.fixed}
            lit={cursor.inText ? checked.ranges.pathAt(cursor.line, cursor.column) : undefined}
            tools={form.tools}
            typed={form.typed}
            off={may.ok ? undefined : may.why}
            onSecret={form.enter}
            onFocus={form.focus}
          />
        )}
        <div className={styles.text}>
          <div className={styles.bar}>
            <span className="strong">YAML</span>
            <TextFacts
              changes={checked.changes.length}
              hasForm={layout !== undefined}
              isPhone={isPhone}
              isLong={checked.isLong}
            />
            {rules.editorKind.reach && isChanged && <ReachMoves text={session.text} saved={id && base.text} />}
            <span className="grow" />
            {showsForm && <Segmented label="View" size="inline" value={view} segments={VIEWS} onChange={setView} />}
            <EditorMenu
              resource={restricted}
              name={name}
              id={id}
              isChanged={isChanged}
              onDiscard={discard}
              onDownload={() => downloadText(`${saving.fileName()}.yaml`, form.shown())}
              onUpload={files.pick}
              onTemplates={id === undefined ? () => setShowsTemplates(true) : undefined}
            />
          </div>
          <CodeEditor
            kind={type.kind}
            schema={rules.schema}
            label={`${resource.label[0]} as YAML`}
            text={session.text}
            isPhone={isPhone}
            readOnly={!may.ok}
            problems={isUntouched ? problems : checked.problems}
            changes={checked.changes}
            onChange={(text) => session.edit(text)}
            onCursor={(line, column, inText) => setCursor((cursorNow.current = { line, column, inText }))}
            onReady={setCode}
          />
        </div>
      </div>
      <ProblemsPanel problems={problems} line={cursor.line} onPick={({ range }) => code?.reveal(range)} />
      {isPhone ? (
        <KeyRow code={code} onNext={() => goToProblem(1)} />
      ) : (
        <EditorStatus
          cursor={cursor}
          ranges={checked.ranges}
          base={base}
          isNew={id === undefined}
          form={showsForm && view === 'both' ? layout : undefined}
        />
      )}
      {reviewed && (
        <DocumentReviewDialog
          resource={resource}
          name={name}
          id={reviewed.id}
          called={reviewed.called}
          secrets={reviewed.secrets}
          base={id === undefined ? undefined : base}
          text={reviewed.text}
          kind={rules.kind}
          editorKind={rules.editorKind}
          describe={(was, is) => documentChanges(was, is, rules.schema, layout)}
          isFaulty={(text) => errorsOf(checkDocument(text, rules).problems).length > 0}
          reprint={STORES_TEXT ? undefined : whatReprintLoses(withoutNotes(reviewed.text), noun)}
          onClose={() => setReviewed(undefined)}
          onRefused={(error, text) => saving.refused(error, text === reviewed.text ? undefined : text)}
          onWritten={(written) => {
            setReviewed(undefined);
            setRestored(undefined);
            form.forget();
            usage.saved();
            saving.written(written, reviewed.source, reviewed.secrets.length > 0);
          }}
          onEdit={(text, copy) => {
            setReviewed(undefined);
            saving.edit(text, copy);
          }}
        />
      )}
      {showsTemplates && templates && (
        <TemplatesDialog
          noun={noun}
          templates={templates}
          isChanged={isChanged}
          onClose={() => setShowsTemplates(false)}
          onPick={(text) => {
            setShowsTemplates(false);
            code?.replaceAll(text);
            code?.focus();
          }}
        />
      )}
      {guard.state === 'blocked' && (
        <LeaveDialog
          noun={`${noun} ${id === undefined ? '' : shownName(resource, id)}`.trim()}
          draft={draft.kind}
          onStay={() => guard.reset()}
          onLeave={() => guard.proceed()}
          onDiscard={() => {
            session.discard();
            guard.proceed();
          }}
        />
      )}
    </div>
  );
}
