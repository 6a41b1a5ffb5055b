/** Time to press the mailed link by which a lost second factor is removed, in hours. */
export const removalLinkHours = 24;

/** Time between the proof by mail and the removal, in hours: the owner may revoke it. */
export const removalWaitHours = 24;

/** Time in which an administrator may allow the removal, in hours. */
export const removalAllowHours = 14 * 24;
