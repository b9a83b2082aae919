import type { YamlPath } from '../../../wire/yaml.ts';
import { pathText } from '../problems/problem.ts';
import styles from './DocumentForm.module.css';

/** What the form does not show, so that nobody takes it for absent. */
export function OnlyInText({ paths, onPick }: { paths: readonly YamlPath[]; onPick: (path: YamlPath) => void }) {
  if (paths.length === 0) return null;
  return (
    <div className={styles.section} data-rest="">
      <h2>Only in YAML</h2>
      <p className={styles.about}>The form does not show these; they are kept as they are.</p>
      <ul className={styles.rest}>
        {paths.map((path) => (
          <li key={pathText(path)}>
            <button type="button" className="link mono" onClick={() => onPick(path)}>
              {pathText(path)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
