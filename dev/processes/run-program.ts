import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** Waits for the end. `output`: what the program wrote, unless `options` direct it elsewhere. Throws if it does not start. */
export async function runProgram(command: string, words: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"], ...options });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, "close");
  return { ok: code === 0, output: Buffer.concat(output) };
}
