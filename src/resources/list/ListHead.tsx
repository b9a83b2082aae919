import { type ReactNode, type Ref, useState } from 'react';
import { useParams } from 'react-router-dom';
import { config } from '../../api/config.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import { AS_TYPED } from '../../ui/plain/TextField.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Icon } from '../../ui/plain/Icon.tsx';
import type { ActionContext } from '../../descriptors/model/actionModel.ts';
import { Note } from '../../ui/plain/Note.tsx';
import { FULL, useMedia } from '../../ui/useMedia.ts';
import { StateMark } from '../../ui/StateMark.tsx';
import { Crumbs } from '../Crumbs.tsx';
import styles from './ListHead.module.css';

type Props = {
  resource: Resource;
  /** How many rows there are; undefined while that is not known. */
  count: string | undefined;
  /** Draws a line below, if no query bar follows. */
  lined: boolean;
  /** Shown behind the count. */
  views?: ReactNode;
  children: ReactNode;
};

/** Title of the page, number of rows, and the actions on all of them. */
export const ListHead = ({ resource, count, lined, views, children }: Props) => (
  <header className={cx(styles.head, lined && resource.list.about === undefined && styles.lined)}>
    {resource.crumbs && <PageCrumbs resource={resource} />}
    <h1 className={styles.title}>{resource.nav?.label ?? resource.label[1]}</h1>
    {count !== undefined && <span className={cx(styles.count, 'num')}>{count}</span>}
    {views}
    <span className="grow" />
    {children}
  </header>
);

function PageCrumbs({ resource }: Pick<Props, 'resource'>) {
  const { clusterId = config.proxyCluster, ...params } = useParams();
  return <Crumbs crumbs={resource.crumbs?.({ ...params, clusterId }) ?? []} />;
}

type SearchFieldProps = {
  placeholder: string;
  text: string;
  onChange: (text: string) => void;
  /** ↓ and Enter move the focus into the list. */
  onLeave: () => void;
  inputRef: Ref<HTMLInputElement>;
};

/** Searches words in a list that is loaded completely. */
export const SearchField = ({ placeholder, text, onChange, onLeave, inputRef }: SearchFieldProps) => (
  <div role="search" className={cx(styles.field, styles.search)}>
    <Icon name="search" />
    <input
      ref={inputRef}
      aria-label="Search"
      placeholder={placeholder}
      {...AS_TYPED}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
        else if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave();
        else return;
        event.preventDefault();
      }}
    />
  </div>
);

type QuickFieldProps = { quick: NonNullable<Resource['list']['quick']>; context: ActionContext };

/** Opens a target by its name in a new tab. */
export function QuickField({ quick, context }: QuickFieldProps) {
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const enter = () => {
    const to = quick.to(text, context);
    if (to === undefined) return setIsWrong(text.trim() !== '');
    setText('');
    context.openTab(to);
  };
  return (
    <form className={cx(styles.field, styles.quick, isWrong && 'wrong')} onSubmit={handleSubmit(enter)}>
      <input
        aria-label={quick.label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? 'quick-wrong' : undefined}
        placeholder={quick.placeholder}
        {...AS_TYPED}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIsWrong(false);
        }}
        onBlur={() => setIsWrong(false)}
      />
      {isWrong && (
        <div id="quick-wrong" className={styles.wrong}>
          <Note kind="danger">{quick.help}</Note>
        </div>
      )}
    </form>
  );
}

/** Shows that the list updates itself. */
export function RereadMark({ list }: Pick<Resource, 'list'>) {
  const hasRoom = useMedia(FULL);
  if (list.rereadEveryMs === undefined || !hasRoom) return null;
  return <StateMark kind="ok">Updates every {list.rereadEveryMs / 1000} s</StateMark>;
}
