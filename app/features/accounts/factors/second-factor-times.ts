/** Time to enter the code when signing in, in minutes. */
export const secondStepMinutes = 10;

/** Time to enter the first code of a new secret, in minutes: it is shown no longer. */
export const setUpMinutes = 10;

/** Time for which new recovery codes stay on the page, in seconds. */
export const newCodesSeconds = 600;
