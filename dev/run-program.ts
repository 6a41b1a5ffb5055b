import { spawn } from "node:child_process";

/** Ends a process with its parent (end-with-parent.js). */
export const endWithParent = `--import=${new URL("./end-with-parent.js", import.meta.url).href}`;

/** Prints output only on failure, and then throws. */
export function runNpm(args: string[], variables: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", args, {
      stdio: ["ignore", "pipe", "pipe"],
      // Inherited by what npm starts: an interrupted build must not write into the next one's folder.
      env: {
        ...process.env,
        ...variables,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} ${endWithParent}`.trim(),
      },
    });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(output));
      reject(new Error(`npm ${args.join(" ")} ended with ${code}`));
    });
  });
}
