/** In characters: S3 allows 1,024 bytes a key, file systems 255 bytes a name. */
const longestKey = 512;
const longestSegment = 200;

/**
 * Whether a key is well-formed: segments of letters, digits, dot, underscore and hyphen, joined by single slashes,
 * none of them `.` or `..`. So it can neither leave its folder nor mean two things in a URL.
 */
export function isStorageKey(key: string): boolean {
  if (key.length > longestKey) return false;
  return key
    .split("/")
    .every(
      (segment) =>
        segment.length <= longestSegment && /^[A-Za-z0-9._-]+$/.test(segment) && !/^\.\.?$/.test(segment),
    );
}

/** A malformed key reached the store: a bug, or an attack that got past the caller. */
export class InvalidStorageKey extends Error {
  override readonly name = "InvalidStorageKey";
}

/** Throws `InvalidStorageKey` unless the key is well-formed. The message leaves the key out: it may be hostile. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new InvalidStorageKey("not a storage key");
}
