/** How many checkouts one buyer may open in an hour, where no operator set another number for the account. */
export const checkoutsAnHour = 60;
