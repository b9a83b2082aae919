import { HOST_INTENTS } from './hostIntents.ts';
import type { Intent } from './intent.ts';
import { SERVICE_INTENTS } from './serviceIntents.ts';

/** All that the planner understands. In this order: the first that matches decides. */
export const INTENTS: readonly Intent[] = [...HOST_INTENTS, ...SERVICE_INTENTS];
