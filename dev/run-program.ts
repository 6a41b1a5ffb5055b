import { spawn } from "node:child_process";

/** The option that makes a Node process end when its parent has (end-with-parent.js says why). */
export const endWithParent = `--import=${new URL("./end-with-parent.js", import.meta.url).href}`;

/** Runs npm with these arguments in this folder. Shows its output only when it fails; throws then. */
export function runNpm(args: string[], variables: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", args, {
      stdio: ["ignore", "pipe", "pipe"],
      // Reaches what npm starts as well: a build cut off must not write into the next one's folder.
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
