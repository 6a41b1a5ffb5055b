/** The most payouts in a batch: what one person pays at a sitting. */
export const maxInBatch = 500;
