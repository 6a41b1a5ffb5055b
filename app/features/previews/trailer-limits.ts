/** 100 MB, in bytes: three minutes at the rate of a phone's camera. */
export const trailerMaxBytes = 104_857_600;
