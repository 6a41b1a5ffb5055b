/**
 * Response header of a request that was refused before anything of it ran, so that sending it again is safe: the
 * milliseconds to wait before that.
 */
export const notBegunHeader = "X-Not-Begun";
