/** The largest and the smallest stored width, as they are in a thumbnail's key. */
const sized = /^(.*\/thumbs\/[0-9]+-[0-9a-f]+-)960(_[^/]*\.webp)$/;

/** Returns the key of a thumbnail's small size; undefined if the key is not that of a large one. */
export function smallerPicture(key: string): string | undefined {
  const [, before, after] = sized.exec(key) ?? [];
  return before === undefined || after === undefined ? undefined : `${before}480${after}`;
}
