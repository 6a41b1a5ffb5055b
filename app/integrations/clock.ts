/** The time as the product sees it: handed in wherever a rule depends on it, so that a test can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
