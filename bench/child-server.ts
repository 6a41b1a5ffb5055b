/** A minimal server for comparison, in a separate process like the app. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { endWithParent } from "../dev/run-program";

const root = fileURLToPath(new URL("../", import.meta.url));

export interface ChildServer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Bundles `bench/<name>` as the build bundles `server.ts`, and runs it with Node in production mode until it has
 * printed its URL. Throws when it ends before.
 */
export async function startChildServer(name: string, env: Record<string, string> = {}): Promise<ChildServer> {
  const outfile = `${root}build/bench/${name.replace(/\.tsx?$/, "")}.js`;
  mkdirSync(`${root}build/bench`, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [`bench/${name}`],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    tsconfig: "tsconfig.json",
    logLevel: "warning",
    // The build sets the stylesheet's URL; here any text will do.
    plugins: [
      {
        name: "address-of-a-file",
        setup(plugins) {
          plugins.onResolve({ filter: /\?url$/ }, ({ path }) => ({ path, namespace: "address" }));
          plugins.onLoad({ filter: /.*/, namespace: "address" }, () => ({
            contents: "/assets/app-00000000.css",
            loader: "text",
          }));
        },
      },
    ],
  });
  const child = spawn(process.execPath, [endWithParent, outfile], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
    child.once("close", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
