import type { Gateway } from '../gateway.ts';
import { firstAdminNotices } from '../identity/firstAdmin.ts';
import { callbackNotices, defaultMethodNotices } from '../identity/sso/signInMethod.ts';
import { keyNotices } from '../identity/webauthn/rpId.ts';
import { throughNotices } from '../ssh/throughServer.ts';
import { ownAccountNotices } from '../terminal/ownAccountNotices.ts';

/** Warnings for the administrator who starts an embedded gateway. */
export const startNotices = async (gateway: Gateway): Promise<string[]> => [
  ...keyNotices(gateway.settings.publicUrl, gateway.config.get().auth.secondFactor),
  ...firstAdminNotices(gateway),
  ...defaultMethodNotices(gateway),
  ...callbackNotices(gateway),
  ...throughNotices(gateway.stores.inventory, gateway.fileConfig.get().inventory),
  ...(await ownAccountNotices(gateway)),
];
