/** Size of a share picture in pixels: what Open Graph consumers crop least (1.91:1). */
export const sharePictureWidth = 1200;
export const sharePictureHeight = 630;

/** WhatsApp leaves out pictures over about 300 KB: in bytes. */
export const sharePictureMaxBytes = 250_000;
