/** Limit of products with free access per person and hour. */
export const freeAccessesAnHour = 30;
