/** Passkeys that one account may have. */
export const maxPasskeys = 20;

/** The longest name of a passkey, in characters. */
export const passkeyNameMaxLength = 60;

/** Time to answer a challenge, in minutes. */
export const challengeMinutes = 5;
