import { useNavigate } from 'react-router-dom';
import { codeParts, type Change, type SuggestedFixes } from '../../access/explain/change.ts';
import { allOf } from '../../lib/sentence.ts';
import { rowSegment } from '../../descriptors/resourceName.ts';
import { locateKey } from '../../wire/yaml.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { propose } from '../yaml/proposal.ts';
import styles from './Access.module.css';
import { ROLES } from './subjects.ts';

type Props = {
  suggestedFixes: SuggestedFixes;
  textOf: (role: string) => string | undefined;
  user: string;
  /** Why the signed-in user cannot change roles. */
  off: string | undefined;
};

/** The smallest edits that would change the answer. Nothing is saved from here. */
export function ChangesList({ suggestedFixes: { needed, oneOf, holding, enough }, textOf, user, off }: Props) {
  if (needed.length + oneOf.length + holding.length === 0)
    return <p className="t2">No single role change would change the answer.</p>;
  const hasFixes = oneOf.length > 0 || holding.length > 0;
  const lineOf = (change: Change, then: 'and' | 'or' | undefined) => (
    <Line key={`${change.words} ${change.path.join('.')}`} change={change} textOf={textOf} off={off} then={then} />
  );
  return (
    <ul className={styles.changes}>
      {needed.map((change, i) => lineOf(change, i < needed.length - 1 || hasFixes || !enough ? 'and' : undefined))}
      {oneOf.map((change, i) => lineOf(change, i < oneOf.length - 1 || holding.length > 0 ? 'or' : undefined))}
      {!enough && <li className="t3">then another role must allow it: no single role change would be enough</li>}
      {holding.length > 0 && (
        <li>
          <Icon name="plus" />
          <span>{`assign ${user} the role ${holding.length > 1 ? `${holding.slice(0, -1).join(', ')} or ` : ''}${allOf(holding.slice(-1))}`}</span>
        </li>
      )}
    </ul>
  );
}

type LineProps = { change: Change; then: 'and' | 'or' | undefined } & Pick<Props, 'textOf' | 'off'>;

function Line({ change: { role, does, path, words, edit }, then, textOf, off }: LineProps) {
  const navigate = useNavigate();
  const line = locateKey(textOf(role) ?? '', path)?.line;
  const tryIt = () => {
    if (!edit) return;
    propose({ name: ROLES, id: role, ...edit });
    void navigate(`/${ROLES}/${rowSegment(role)}${line === undefined ? '' : `?line=${line}`}`);
  };
  return (
    <li>
      <Icon name={does === 'gives' ? 'plus' : 'minus'} />
      <span>
        {codeParts(words).map(({ text, isCode }, i) =>
          isCode ? <code key={i}>{text}</code> : <span key={i}>{text}</span>,
        )}
        {line !== undefined && `, line ${line}`}
        {then && (
          <>
            , <b className="strong">{then}</b>
          </>
        )}
      </span>
      <span className="grow" />
      {edit && (
        <Button size="inline" off={off} onClick={tryIt}>
          Try in a draft
        </Button>
      )}
    </li>
  );
}
