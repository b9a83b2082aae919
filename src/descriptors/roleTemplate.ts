/** Text of a new role: everything that is usually wanted, with a word on each block (screens §15.2). */
export const roleTemplate = `kind: role
version: v6
metadata:
  # A role cannot be renamed later.
  name: new-role
spec:
  # What users with this role may reach and do.
  allow:
    # Labels choose the resources: each key here must match. A star stands for any.
    node_labels:
      '*': '*'
    app_labels:
      '*': '*'
    kubernetes_labels:
      '*': '*'
    db_labels:
      '*': '*'
    windows_desktop_labels:
      '*': '*'
    # Whom the user may become there. {{internal.…}} puts in a trait of the user.
    logins: ['{{internal.logins}}', 'ubuntu']
    kubernetes_groups: ['{{internal.kubernetes_groups}}', 'viewers']
    kubernetes_users: ['{{internal.kubernetes_users}}', 'dev']
    kubernetes_resources:
      - { kind: pod, namespace: '*', name: '*' }
    db_names: ['{{internal.db_names}}', 'postgres']
    db_users: ['{{internal.db_users}}', 'reader']
    windows_desktop_logins: ['{{internal.windows_logins}}', 'operator']
    # What the user may see and change on the cluster itself.
    rules:
      - resources: [event]
        verbs: [list, read]
      # Recordings, but only of sessions that the user took part in.
      - resources: [session]
        verbs: [read, list]
        where: contains(session.participants, user.metadata.name)
  # What stays forbidden, whatever other roles allow.
  deny:
    logins: [guest]
  options:
    # A sign-in ends after this time at the latest.
    max_session_ttl: 8h0m0s
`;
