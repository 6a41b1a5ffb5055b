/** Videos that one account keeps for later. */
export const maxSaved = 100;

/** Videos that a browser keeps without an account: their ids are in a cookie. */
export const maxSavedInBrowser = 30;

/** How long a browser keeps them after the last change, in seconds: half a year. */
export const savedCookieSeconds = 180 * 86_400;
