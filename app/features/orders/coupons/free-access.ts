/** How many products one person may take for nothing in an hour. */
export const freeAccessesAnHour = 30;
