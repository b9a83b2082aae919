import styles from './login.module.css';

/** Private keys must live in hardware: no browser can have them (screens §2.1). */
export const KeyPolicyText = () => (
  <div className={styles.stack}>
    <p className={styles.lead}>
      This cluster wants every private key in a hardware key, and a browser cannot keep one there. Signing in from the
      web is off for everyone.
    </p>
    <p className={styles.lead}>Use the desktop client or the command line client with your hardware key.</p>
  </div>
);

export const NotEnabledText = () => (
  <p className={styles.lead}>
    Login has not been enabled: this cluster has neither local accounts nor an identity provider. An administrator has
    to turn one of them on.
  </p>
);
