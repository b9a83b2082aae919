import styles from './login.module.css';

/** Private keys must be in hardware, so no browser can use them (screens §2.1). */
export const KeyPolicyText = () => (
  <div className={styles.stack}>
    <p className={styles.lead}>
      This cluster requires private keys on hardware keys, and browsers cannot store them there. Sign-in from the web is
      turned off for everyone.
    </p>
    <p className={styles.lead}>Use the desktop client or the command line client with your hardware key.</p>
  </div>
);
