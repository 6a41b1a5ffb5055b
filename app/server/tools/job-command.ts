type JobCommand =
  | { command: "list" }
  | { command: "retry"; jobs: number[] | "failed" }
  | { command: "unlock" };

/** The words after `node build/jobs.js`; undefined if unknown. */
export function parseJobCommand([command = "list", ...words]: string[]): JobCommand | undefined {
  if (command === "retry" && words.length === 1 && words[0] === "--failed")
    return { command, jobs: "failed" };
  if (command === "retry" && words.length > 0 && words.every((word) => /^[1-9]\d{0,15}$/.test(word)))
    return { command, jobs: words.map(Number) };
  if ((command === "list" || command === "unlock") && words.length === 0) return { command };
  return undefined;
}
