/** Bytes of each end of a file in its fingerprint. */
const endBytes = 1024 * 1024;

/** A file's facts in a browser. */
type ChosenFile = Blob & { readonly name: string; readonly lastModified: number };

/**
 * Fingerprints a file so that its upload can resume: a hash of its length, its time and both its ends, quick for
 * any size. A changed file has another fingerprint. Rejects if the file cannot be read.
 */
export async function markFile(file: ChosenFile): Promise<string> {
  const facts = new TextEncoder().encode(`${file.size} ${file.lastModified}\n`);
  const ends = [file.slice(0, endBytes), file.slice(Math.max(0, file.size - endBytes))];
  const content = await new Blob([facts, ...ends]).arrayBuffer();
  // Browsers hash only for pages that came over https (or from this very machine).
  if (!globalThis.crypto.subtle) return `${file.size}-${file.lastModified}`;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns whether a file can still be read: one that was changed or moved since it was chosen cannot. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
