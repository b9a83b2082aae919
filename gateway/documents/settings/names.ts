/** Documents that always exist, each under one name (resource-specs §15–§17). */
export const AUTH_PREFERENCE = { kind: 'cluster_auth_preference', name: 'cluster-auth-preference' } as const;
export const RECORDING = { kind: 'session_recording_config', name: 'session-recording-config' } as const;
export const NETWORKING = { kind: 'cluster_networking_config', name: 'cluster-networking-config' } as const;
