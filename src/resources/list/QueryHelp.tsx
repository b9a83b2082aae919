import { useState } from 'react';
import { Popup } from '../../ui/Popup.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import styles from './QueryHelp.module.css';

/** What the query language can express (http-resources §1.5). */
const LINES = [
  ['labels["env"] == "prod"', 'the label env is prod'],
  ['labels["env"] != "prod"', 'it is anything else, or missing'],
  ['exists(labels["env"])', 'it has the label at all'],
  ['name == "web-1"', 'exactly this name'],
  ['search("web", "eu")', 'both words occur, in any column or label'],
  ['a && b, a || b, !(a)', 'both, either, not'],
] as const;

/** The query language in six lines. */
export function QueryHelp() {
  const [anchor, setAnchor] = useState<Element>();
  return (
    <>
      <IconButton
        icon="info"
        size="inline"
        label="Query syntax"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <Popup anchor={anchor} align="right" gapPx={8} label="Query syntax" onClose={() => setAnchor(undefined)}>
          <dl className={styles.help}>
            {LINES.map(([query, words]) => (
              <div key={query}>
                <dt>{query}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </Popup>
      )}
    </>
  );
}
