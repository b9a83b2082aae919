import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Mark, Part } from '../../access/explain/explainResource.ts';
import { rowSegment } from '../../descriptors/resourceName.ts';
import { allOf } from '../../lib/sentence.ts';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { piecesOf } from '../review/colourLines.ts';
import diff from '../review/Diff.module.css';
import styles from './Access.module.css';
import { fragmentOf, lineOf, type FragmentLine } from './fragment.ts';
import { ROLES } from './subjects.ts';

/** The texts beside a role, by its effect on the answer. `apart` follows one name or several. */
export type StandTexts = Readonly<Record<Exclude<Part['stand'], 'apart' | 'faulty'>, string>> & {
  apart: (isOne: boolean) => string;
  /** For a rule that applies to some items. */
  conditional: string;
  /** For a role without a relevant line, not even one that does not match. */
  silent: string;
};

type Props = {
  parts: readonly Part[];
  /** The text of a role; undefined if there is none. */
  textOf: (role: string) => string | undefined;
  words: StandTexts;
};

/** The effect of each role on an answer. Roles that decide are shown with their lines, the others in one line. */
export function RoleParts({ parts, textOf, words }: Props) {
  const apart = parts.filter(({ stand }) => stand === 'apart');
  return (
    <>
      {parts.map((part) => (
        <DecidingRole key={part.role} part={part} text={textOf(part.role)} words={words} />
      ))}
      {apart.length > 0 && <ApartRoles parts={apart} textOf={textOf} words={words} />}
    </>
  );
}

const STAND_ICONS: Readonly<Record<Exclude<Part['stand'], 'apart'>, { name: IconName; look: string | undefined }>> = {
  denies: { name: 'ban', look: styles.no },
  faulty: { name: 'triangle-alert', look: styles.no },
  allows: { name: 'check', look: styles.yes },
  reaches: { name: 'check', look: styles.yes },
};

const editorAt = (role: string, line: number | undefined): string =>
  `/${ROLES}/${rowSegment(role)}${line === undefined ? '' : `?line=${line}`}`;

export function LineLink({ role, line }: { role: string; line: number | undefined }) {
  return (
    <Link className="link" to={editorAt(role, line)}>
      {line === undefined ? 'Open' : `Open line ${line}`}
    </Link>
  );
}

type PartProps = { part: Part; text: string | undefined; words: StandTexts };

function DecidingRole({ part: { role, stand, marks }, text, words }: PartProps) {
  if (stand === 'apart') return null;
  const { name, look } = STAND_ICONS[stand];
  const isConditional = stand === 'reaches' && marks.some(({ effect }) => effect === 'misses');
  const standText =
    stand === 'faulty' ? 'has an error, so the check fails' : isConditional ? words.conditional : words[stand];
  return (
    <section className={styles.part} aria-label={`Role ${role}`}>
      <header className={styles.head}>
        <Icon name={name} className={look} />
        <span className="strong cut">{role}</span>
        <span className="t3 cut">{standText}</span>
        <span className="grow" />
        {text !== undefined && <LineLink role={role} line={lineOf(text, marks)} />}
      </header>
      {text !== undefined && marks.length > 0 && (
        <div className={styles.code}>
          {fragmentOf(text, marks).map((line) => (
            <Line key={line.number} line={line} />
          ))}
        </div>
      )}
    </section>
  );
}

const MARKS: Readonly<Record<Mark['effect'], { icon: IconName | undefined; look: string | undefined }>> = {
  no: { icon: 'ban', look: styles.no },
  yes: { icon: 'check', look: styles.yes },
  misses: { icon: 'minus', look: undefined },
  gives: { icon: undefined, look: undefined },
};

function Line({ line: { number, text, tokens, marks } }: { line: FragmentLine }) {
  const effects = marks.map(({ effect }) => effect);
  const look = effects.includes('no') ? diff.del : effects.includes('yes') ? diff.add : undefined;
  return (
    <div className={cx(styles.line, look)}>
      <span className={styles.number}>{number}</span>
      <span className={styles.words}>
        {piecesOf(text, tokens, []).map((piece, i) => (
          <span key={i} className={diff[piece.kind]}>
            {piece.text}
          </span>
        ))}
      </span>
      <span>
        {marks.map(({ effect, words }) => {
          const { icon, look: colour } = MARKS[effect];
          return (
            <span key={words} className={cx(styles.said, colour)} title={words}>
              {icon && <Icon name={icon} size={12} />}
              <span className="cut">{words}</span>
            </span>
          );
        })}
      </span>
    </div>
  );
}

/** Roles without effect, folded. Unfolded, each shows the label that does not match. */
function ApartRoles({ parts, textOf, words: { apart, silent } }: Props) {
  const [open, setOpen] = useState(false);
  const names = parts.map(({ role }) => role);
  return (
    <section className={styles.part} aria-label="Roles that do not apply">
      <header className={styles.head}>
        <Icon name="minus" className="t3" />
        <span className="strong cut">{names.length > 4 ? `${names.length} roles` : allOf(names)}</span>
        <span className="t3 cut">{apart(names.length === 1)}</span>
        <span className="grow" />
        <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
        </button>
      </header>
      {open && (
        <ul className={styles.apart}>
          {parts.map(({ role, marks }) => (
            <li key={role}>
              <span className="cut">{role}</span>
              <span className="t3">{marks.map(({ words }) => words).join(', ') || silent}</span>
              <LineLink role={role} line={lineOf(textOf(role) ?? '', marks)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
