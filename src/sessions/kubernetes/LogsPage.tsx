import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import { describeFailure } from '../../api/errors.ts';
import { fetchContainers, fetchLog, type LogAddress } from '../../api/kubernetes.ts';
import { plural } from '../../lib/numbers.ts';
import { visibleLine } from '../../lib/visibleText.ts';
import { Switch } from '../../ui/Check.tsx';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Note } from '../../ui/plain/Note.tsx';
import { fileNameOf, saveFile } from '../../ui/plain/saveFile.ts';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { TextField } from '../../ui/plain/TextField.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useStore } from '../../ui/useStore.ts';
import styles from './LogsPage.module.css';
import { cssOf } from './ansiCss.ts';
import { LINES_MAX, LogStream, type LogLine } from './LogStream.ts';

type Props = {
  address: LogAddress;
  /** Cluster and namespace, before the heading. */
  crumbs: ReactNode;
  onContainer: (name: string) => void;
  onBack: () => void;
};
/** A log within so many pixels of its end follows new lines. */
const AT_END_PX = 24;

/** The log of a container, followed live (http-resources §22). Each change of an option reads it again. */
export function LogsPage({ address, crumbs, onContainer, onBack }: Props) {
  const [previous, setPrevious] = useState(false);
  const [timestamps, setTimestamps] = useState(false);
  const [wraps, setWraps] = useState(true);
  const [search, setSearch] = useState('');
  const stream = useLog(address, previous, timestamps);
  const { lines, dropped, version } = useStore(stream.shown);
  const state = useStore(stream.state);
  const isPaused = useStore(stream.paused);
  const { clusterId, kubeCluster, namespace, pod, container } = address;
  // A removed pod may still have a log: then there is no choice of containers.
  const { data: containers = [container] } = useQuery({
    queryKey: ['containers', clusterId, kubeCluster, namespace, pod],
    queryFn: ({ signal }) => fetchContainers(address, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const answer = await fetchLog(address, { follow: false, previous, timestamps }, new AbortController().signal);
      saveFile(`${fileNameOf(`${pod}-${container}`)}.txt`, await answer.blob());
    } catch (error) {
      toasts.show({ text: `The log was not downloaded: ${describeFailure(error).why}`, isWarning: true });
    } finally {
      setSaving(false);
    }
  };
  const isEmpty = lines.length === 0 && (state.kind === 'reading' || state.kind === 'over');
  const needle = search.toLowerCase();
  const found = needle === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(needle));
  const isUnmatched = found.length === 0 && lines.length > 0;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [version, needle]);
  return (
    <section className="stack grow fill" aria-label={`Log of ${container}`}>
      <header className={styles.head}>
        <Button icon="arrow-left" onClick={onBack}>
          Pods
        </Button>
        {crumbs}
        <h1 className={styles.title}>
          <bdi className="cut">{visibleLine(pod)}</bdi>
          <span className={styles.container}>
            {' / '}
            <bdi>{visibleLine(container)}</bdi>
          </span>
        </h1>
        {state.kind === 'over' ? (
          <Button onClick={() => stream.start()}>Read again</Button>
        ) : (
          <Button onClick={() => stream.pause(!isPaused)}>{isPaused ? 'Continue' : 'Pause'}</Button>
        )}
        <Button icon="file-down" busy={isSaving ? 'Downloading' : undefined} onClick={() => void save()}>
          Download
        </Button>
      </header>
      <div className={styles.choices}>
        {containers.length > 1 && (
          <SelectField
            label="Container"
            size="toolbar"
            value={container}
            options={containers.map((value) => ({ value, label: value }))}
            onChange={onContainer}
          />
        )}
        <TextField label="Search" size="toolbar" value={search} onChange={setSearch} type="search" />
        <Switch on={wraps} onChange={setWraps}>
          Wrap lines
        </Switch>
        <Switch on={timestamps} onChange={setTimestamps}>
          Timestamps
        </Switch>
        <Switch on={previous} onChange={setPrevious}>
          Previous container
        </Switch>
      </div>
      {state.kind === 'failed' && (
        <Note
          kind="danger"
          title={lines.length === 0 ? 'The log could not be read.' : 'The log ended.'}
          actions={<Button onClick={() => stream.start()}>Read again</Button>}
        >
          {state.why}
        </Note>
      )}
      {isEmpty && (
        <div className="fill scroll">
          <EmptyText icon="scroll-text" title={state.kind === 'over' ? 'The log is empty' : 'No lines yet'}>
            The container has written nothing to its standard output or standard error.{' '}
            {state.kind === 'over'
              ? 'If it writes its log to a file, open a shell to read the file.'
              : 'New lines appear here. If it has restarted, “Previous container” shows the log before that.'}
          </EmptyText>
        </div>
      )}
      {isUnmatched && (
        <div className="fill scroll">
          <EmptyText icon="scroll-text" title="No lines match">
            New lines that contain “{search}” appear here.
          </EmptyText>
        </div>
      )}
      <div
        ref={box}
        hidden={isEmpty || isUnmatched}
        className={wraps ? styles.wrapped : styles.lines}
        role="log"
        aria-label="Lines"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
        }}
      >
        {found.map((line, i) => (
          <Line key={dropped + i} line={line} />
        ))}
      </div>
      <footer className={styles.foot}>
        {needle === '' ? plural(lines.length, 'line') : `${plural(found.length, 'line')} with “${search}”`}
        {dropped > 0 && `, the oldest ${dropped} are gone (${LINES_MAX} are kept)`}
        {state.kind === 'over' && ', the container has ended or the log is complete'}
        {isPaused && ', paused'}
      </footer>
    </section>
  );
}

/** Memoized: only new lines are rendered while a log is followed. */
const Line = memo(({ line }: { line: LogLine }) => (
  <div className={styles.line}>
    <LineText line={line} />
    {line.isCut && <span className={styles.cut}>… cut</span>}
  </div>
));

/** Colours of programs, mapped to the palette of the terminal. */
function LineText({ line: { text, runs } }: { line: LogLine }) {
  if (!runs || text === '') return text || ' ';
  return runs.map(({ text: part, style }, index) => (
    <span key={index} style={style && cssOf(style)}>
      {part}
    </span>
  ));
}

/** One stream for each combination of options. It ends when the user leaves the page. */
function useLog(address: LogAddress, previous: boolean, timestamps: boolean): LogStream {
  const key = JSON.stringify([address, previous, timestamps]);
  const make = () =>
    new LogStream({
      fetch: (signal) => fetchLog(address, { follow: !previous, previous, timestamps, tail: LINES_MAX }, signal),
      describe: (error) => describeFailure(error).why,
    });
  const [current, setCurrent] = useState(() => ({ key, stream: make() }));
  const active = current.key === key ? current : { key, stream: make() };
  if (active !== current) setCurrent(active);
  const { stream } = active;
  useEffect(() => {
    stream.start();
    return () => stream.dispose();
  }, [stream]);
  return stream;
}
