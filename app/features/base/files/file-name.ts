/** Longest cleaned name kept, in characters: enough to recognise, short enough for any store. */
const maxLength = 100;

/**
 * Cleans an uploaded file's name (product.md, File names): whatever is not a letter, digit, dot, underscore or hyphen
 * becomes an underscore. For display and as the tail of a key; never trusted to say what a file is.
 * Cleans the name that the browser sent, folders included. Returns 1 to 100 safe characters with the extension kept.
 */
export function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  const cleaned = base.normalize("NFC").replace(/[^A-Za-z0-9._-]/g, "_");
  const visible = cleaned.replace(/^\.+/, "_");
  return visible.slice(-maxLength).replace(/^\.+/, "_") || "_";
}

/** Returns a cleaned name without its last extension. */
export function withoutEnding(name: string): string {
  return name.replace(/\.[A-Za-z0-9]{1,8}$/, "") || "_";
}
