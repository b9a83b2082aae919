/** screens §2.4: what is said in Firefox, which leaves passkeys to the system. */
export const PasskeyNotice = () =>
  navigator.userAgent.includes('Firefox/') && (
    <p className="t3 small">Firefox cannot use passkeys on every system. Another way in may be needed.</p>
  );
