import type { DocumentTemplates } from '../documentTypes.ts';

/** The first is what a new role begins with (screens §15.2). */
const templates: DocumentTemplates = [
  {
    label: 'Everything, to cut down',
    text: 'What is usually wanted, everywhere, with a word on each block',
    content: () => `kind: role
version: v5
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
`,
  },
  {
    label: 'Read-only operator',
    text: 'Into every server as an account without rights: no files, no tunnels, no changes',
    content: () => `kind: role
version: v6
metadata:
  name: operator-readonly
spec:
  allow:
    node_labels:
      '*': '*'
    # An account on the servers that may look and not write.
    logins: [readonly]
    rules:
      # Lists what there is, and who is where at the moment.
      - resources: [node, session_tracker]
        verbs: [list, read]
  options:
    max_session_ttl: 8h0m0s
    # Nothing leaves the session or comes into it.
    ssh_file_copy: false
    port_forwarding: false
    forward_agent: false
`,
  },
  {
    label: 'On-call',
    text: 'Production for the length of a shift; each session asks for the second factor and is recorded',
    content: () => `kind: role
version: v6
metadata:
  name: on-call
spec:
  allow:
    node_labels:
      env: prod
    db_labels:
      env: prod
    logins: ['{{internal.logins}}', root]
    db_names: ['*']
    db_users: ['{{internal.db_users}}']
    rules:
      - resources: [session]
        verbs: [read, list]
        where: contains(session.participants, user.metadata.name)
  options:
    # One shift; the next one signs in again.
    max_session_ttl: 12h0m0s
    # A forgotten terminal does not stay open.
    client_idle_timeout: 15m0s
    disconnect_expired_cert: true
    require_session_mfa: true
    # No session without its recording, and none while locks cannot be looked up.
    record_session:
      default: strict
    lock: strict
`,
  },
  {
    label: 'On-call, by request',
    text: 'Nothing by itself: the on-call role is asked for, with a note on what is going on, and given by a reviewer',
    content: () => `kind: role
version: v6
metadata:
  name: on-call-requester
spec:
  allow:
    request:
      # What may be asked for. A star stands for any text.
      roles: [on-call]
      # Who is proposed to decide.
      suggested_reviewers: [alice]
      # Goes along with each request, for those who decide and for what listens to requests.
      annotations:
        team: ['{{external.team}}']
        runbook: [https://wiki.example.com/on-call]
`,
  },
  {
    label: 'Database reader',
    text: 'Reads in every database that is not production',
    content: () => `kind: role
version: v6
metadata:
  name: db-reader
spec:
  allow:
    db_labels:
      env: [dev, staging]
    # All databases of a server, as an account that may only read.
    db_names: ['*']
    db_users: [reader]
`,
  },
  {
    label: 'Kubernetes viewer',
    text: 'Looks at pods in every cluster, as the cluster’s own group of viewers',
    content: () => `kind: role
version: v6
metadata:
  name: kube-viewer
spec:
  allow:
    kubernetes_labels:
      '*': '*'
    # The groups must exist in the cluster: a role binding there says what they may do.
    kubernetes_groups: [viewers]
    kubernetes_users: ['{{internal.kubernetes_users}}']
    # Of the pods: all names in all namespaces.
    kubernetes_resources:
      - kind: pod
        namespace: '*'
        name: '*'
`,
  },
  {
    label: 'Application user',
    text: 'Opens the applications of the own team',
    content: () => `kind: role
version: v6
metadata:
  name: app-user
spec:
  allow:
    app_labels:
      # A trait of the user decides: whoever has none reaches nothing.
      team: '{{external.team}}'
`,
  },
  {
    label: 'Desktop operator',
    text: 'Desktops with a clipboard, without folders',
    content: () => `kind: role
version: v6
metadata:
  name: desktop-operator
spec:
  allow:
    windows_desktop_labels:
      '*': '*'
    windows_desktop_logins: ['{{internal.windows_logins}}', operator]
  options:
    desktop_clipboard: true
    # No folder of the own machine in the desktop.
    desktop_directory_sharing: false
`,
  },
  {
    label: 'Auditor',
    text: 'Watches every recording and reads the audit log; reaches nothing',
    content: () => `kind: role
version: v6
metadata:
  name: auditor-only
spec:
  allow:
    rules:
      - resources: [session, event, session_tracker, cluster_alert]
        verbs: [list, read]
`,
  },
  {
    label: 'Watched sessions',
    text: 'Production with somebody from the audit team looking on',
    content: () => `kind: role
version: v6
metadata:
  name: prod-watched
spec:
  allow:
    node_labels:
      env: prod
    logins: ['{{internal.logins}}']
    # A session begins when one of them is there, and ends when the last one leaves.
    require_session_join:
      - name: somebody who watches
        filter: contains(user.roles, "auditor")
        kinds: [ssh]
        modes: [moderator]
        count: 1
        on_leave: terminate
`,
  },
  {
    label: 'User administrator',
    text: 'Invites people and gives them roles; changes no role',
    content: () => `kind: role
version: v6
metadata:
  name: user-admin
spec:
  allow:
    rules:
      - resources: [user]
        verbs: [list, read, create, update, delete]
      # Roles are read to be given; who may give roles can give himself all of them.
      - resources: [role]
        verbs: [list, read]
      - resources: [lock]
        verbs: [list, read, create, update]
`,
  },
  {
    label: 'Deny production',
    text: 'Takes production away from whoever has it, whatever their other roles allow',
    content: () => `kind: role
version: v6
metadata:
  name: deny-prod
spec:
  # A prohibition wins over every permission of other roles.
  deny:
    node_labels:
      env: prod
    app_labels:
      env: prod
    kubernetes_labels:
      env: prod
    db_labels:
      env: prod
    windows_desktop_labels:
      env: prod
`,
  },
];
export default templates;
