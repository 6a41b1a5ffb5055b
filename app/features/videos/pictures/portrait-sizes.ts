/** The widths that every portrait is stored in, in pixels, the largest first: the key names that one. */
export const portraitWidths = [384, 96] as const;

export type PortraitWidth = (typeof portraitWidths)[number];

/**
 * Returns where each size of a portrait is in the store, the largest first.
 * `key`: as `creator_profiles.portrait_key` has it, such as `<user id>/portraits/<stamp>-384.webp`
 */
export function listPortraitKeys(key: string): { key: string; width: PortraitWidth }[] {
  const stem = key.replace(/-384\.webp$/, "");
  return portraitWidths.map((width) => ({ key: `${stem}-${width}.webp`, width }));
}

/** Returns the attributes of a portrait's `<img>`; none without a portrait. */
export function portraitSource(key: string | null): { src?: string; srcSet?: string } {
  if (key === null) return {};
  const sizes = listPortraitKeys(key).map((size) => ({ ...size, url: `/thumbnails/${size.key}` }));
  return {
    src: sizes.at(-1)?.url,
    srcSet: sizes.map(({ url, width }) => `${url} ${width}w`).join(", "),
  };
}
