/** Tests replace these look-ups. */
import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

export type MachineLookups = {
  env: Record<string, string | undefined>;
  isRoot: boolean;
  isDebian: boolean;
  isMac: boolean;
  playwrightPath(): string | undefined;
  findOnPath(name: string): string | undefined;
  /** Runs `--version`: it has its libraries and is not a placeholder (Ubuntu's snap). */
  runs(path: string): Promise<boolean>;
  /** Output is visible. False when it fails, is missing or takes over ten minutes. */
  tryCommand(command: string, words: string[]): Promise<boolean>;
  log(line: string): void;
};

export function machineLookups(log: (line: string) => void = console.log): MachineLookups {
  return {
    env: process.env,
    isRoot: process.getuid?.() === 0,
    isDebian: isDebian(),
    isMac: process.platform === "darwin",
    playwrightPath: () => chromium.executablePath() || undefined,
    findOnPath,
    runs: (path) => succeeds(path, ["--version"], "ignore", 30_000),
    tryCommand: (command, words) => succeeds(command, words, "inherit", 600_000),
    log,
  };
}

/** os-release(5). Derived systems such as Ubuntu have another ID, and lack the package. */
function isDebian(): boolean {
  try {
    return /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

function findOnPath(name: string): string | undefined {
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

function succeeds(
  command: string,
  words: string[],
  output: "ignore" | "inherit",
  timeout: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    // apt must not prompt; Playwright gives up on an unreachable host after ten seconds instead of thirty.
    const env = {
      ...process.env,
      DEBIAN_FRONTEND: "noninteractive",
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000",
    };
    const child = spawn(command, words, { stdio: ["ignore", output, output], timeout, env });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
