import { spawn } from "node:child_process";
import { endWithParent } from "../dev/app-process";

export interface BareProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Until it has printed its URL. Throws when it ends before. */
export async function startBare(...words: string[]): Promise<BareProcess> {
  const program = new URL("./bare-server.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", endWithParent, program, ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
    child.once("close", (code) => reject(new Error(`the bare server ended with ${code}`)));
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { url, pid: child.pid ?? 0, stop };
}
