import type { KnownDevice } from "~/platform/session/device-cookie.server";

/**
 * Returns whether an account signs in with a browser that has not signed in to it before, of which its owner is told.
 * `device`: what the browser remembers, undefined for one that has never signed in here or has forgotten it.
 */
export function isNewBrowser(device: Pick<KnownDevice, "userIds"> | undefined, userId: string): boolean {
  return device === undefined || !device.userIds.includes(userId);
}
