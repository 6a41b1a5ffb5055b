/** 500 MB (design.md, decision 5), in bytes. */
export const videoMaxBytes = 524_288_000;

/** 5 MB (design.md, decision 5), in bytes. */
export const thumbnailMaxBytes = 5_242_880;

/** 100 MB, in bytes: three minutes at the rate of a phone's camera. */
export const trailerMaxBytes = 104_857_600;
