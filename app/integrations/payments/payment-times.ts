/**
 * How long a Pix code can be paid once it is shown, in seconds: half an hour, long enough to open a bank's app.
 * Stripe's default of four hours would leave the sale undecided that long (60 to 1,209,600 seconds are allowed).
 */
export const pixSeconds = 30 * 60;

/** How long a boleto can be paid, in calendar days of São Paulo after the day of the purchase: Stripe's default. */
export const boletoDays = 3;
