import styles from './DocumentForm.module.css';

/** What a field is called, and where its value stands in the document. Readers get the first. */
export const FieldLabel = ({ label, path }: { label: string; path: string }) => (
  <span className={styles.label}>
    {label}
    <code aria-hidden>{path}</code>
  </span>
);
