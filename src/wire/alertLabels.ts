/** Labels of cluster alerts: whom an alert is for, and where it leads (http-auth §11.3). */
export const ALERT_LABELS = {
  /** `yes`: for whoever signs in. */
  onLogin: 'teleport.internal/alert-on-login',
  /** `yes`: for everybody. */
  permitAll: 'teleport.internal/alert-permit-all',
  /** `kind:verb`, several separated by `|`: for who may do one of them. */
  verbPermit: 'teleport.internal/alert-verb-permit',
  link: 'teleport.internal/link',
} as const;
