/** Percent-encodes a file's name by RFC 8187: only letters, digits, `-`, `.`, `_` and `~` stay. */
export function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns the Content-Disposition that saves a response under a name, which `encodeFileName` has encoded. */
export function saveUnder(encodedName: string): string {
  return `attachment; filename*=UTF-8''${encodedName}`;
}
