import { hourMs } from "~/features/base/money/day-start";

/** How many checkouts one buyer may open in an hour, where no operator set another number for the account. */
export const checkoutsAnHour = 60;

/** How long a checkout stays open, in minutes: the provider allows 30 minutes to 24 hours. */
export const checkoutMinutes = 60;

/** Time after the expiry of its checkout when a sale without one fails, in milliseconds. */
export const unopenedGraceMs = hourMs;
