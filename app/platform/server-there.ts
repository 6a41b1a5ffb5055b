/**
 * Returns whether the server answers and is well, asked by a browser. To be checked before a revalidation that nobody
 * asked for:
 * where it fails, the page is replaced with an error.
 */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/healthcheck", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
