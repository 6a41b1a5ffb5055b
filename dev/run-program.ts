/** Ends a process with its parent (end-with-parent.js). */
export const endWithParent = `--import=${new URL("./end-with-parent.js", import.meta.url).href}`;
