import type { SpawnOptions } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runProgram } from "../processes/run-program";

export const isRoot = process.getuid?.() === 0;

/** Runs `--version`: it has its libraries and is not a placeholder (Ubuntu's snap). */
export function runs(path: string): Promise<boolean> {
  return succeeds(path, ["--version"], { stdio: "ignore", timeout: 30_000 });
}

/** Output is visible. False when it fails, is missing or takes over ten minutes. */
export function tryCommand(command: string, ...words: string[]): Promise<boolean> {
  return succeeds(command, words, { stdio: ["ignore", "inherit", "inherit"], timeout: 600_000 });
}

/** os-release(5). Derived systems such as Ubuntu have another ID, and lack the package. */
export function isDebian(): boolean {
  try {
    return /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

export function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutableFile);
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function succeeds(command: string, words: string[], options: SpawnOptions): Promise<boolean> {
  // apt must not prompt; Playwright gives up on an unreachable host after ten seconds instead of thirty.
  const quick = { DEBIAN_FRONTEND: "noninteractive", PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" };
  return runProgram(command, words, { ...options, env: { ...process.env, ...quick } }).then(
    ({ ok }) => ok,
    () => false,
  );
}
