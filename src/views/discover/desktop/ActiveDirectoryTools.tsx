import { CopyBox } from '../../../ui/CopyBox.tsx';
import styles from '../parts/parts.module.css';
import { StepBody } from '../parts/StepBody.tsx';
import { toolCommands } from './desktopTexts.ts';

/** Two commands that install Active Directory; those who have it go on. */
export const ActiveDirectoryTools = () => (
  <StepBody
    title="Install Active Directory"
    about="Run the commands in PowerShell as administrator of a Windows server. Continue if the domain has both already. The first command restarts the server."
  >
    {toolCommands(location.origin).map(({ label, command }) => (
      <section key={label} className={styles.command} aria-label={label}>
        <h3 className={styles.subtitle}>{label}</h3>
        <CopyBox label={label} text={command} />
      </section>
    ))}
  </StepBody>
);
