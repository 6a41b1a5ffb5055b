import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { findFreePort } from "../../dev/postgres/free-port";

export const nginxProgram = "/usr/sbin/nginx";

/** Returns the nginx configuration of docs/operations.md. */
export function readNginxGuide(): string {
  const block = /^```nginx\n(.*?)^```/ms.exec(readFileSync("docs/operations.md", "utf8"))?.[1];
  if (!block) throw new Error("docs/operations.md contains no nginx configuration");
  return block;
}

function replaceOnce(text: string, search: string, replacement: string): string {
  if (text.split(search).length !== 2) throw new Error(`the guide does not say once: ${search}`);
  return text.replace(search, replacement);
}

/**
 * Starts nginx with the configuration of docs/operations.md and a self-signed certificate. Returns what ends it.
 * Answers name the server that was asked in X-Upstream. `port`: of https; `upstreams`: the ports of the product's
 * servers
 */
export async function startNginx(port: number, upstreams: readonly number[]): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), "sabia-nginx-"));
  const certificate = [join(dir, "fullchain.pem"), join(dir, "privkey.pem")] as const;
  execFileSync(
    "openssl",
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -out ${certificate[0]} -keyout ${certificate[1]}`.split(
      " ",
    ),
    { stdio: "pipe" },
  );
  const changes: [string, string][] = [
    [
      "server 127.0.0.1:3000 max_fails=0;",
      upstreams.map((at) => `server 127.0.0.1:${at} max_fails=0;`).join(" "),
    ],
    ["listen 443 ", `listen 127.0.0.1:${port} `],
    ["listen 80;", `listen 127.0.0.1:${await findFreePort()};`],
    ["/etc/letsencrypt/live/sabia.example/fullchain.pem", certificate[0]],
    ["/etc/letsencrypt/live/sabia.example/privkey.pem", certificate[1]],
    ["proxy_pass http://sabia;", "proxy_pass http://sabia; add_header X-Upstream $upstream_addr always;"],
  ];
  const site = changes.reduce(
    (text, [search, instead]) => replaceOnce(text, search, instead),
    readNginxGuide(),
  );
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join(" ");
  writeFileSync(
    join(dir, "nginx.conf"),
    `worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log warn;
events { worker_connections 512; }
http { access_log off; ${folders}
${site.replaceAll("sabia.example", "localhost")} }`,
  );
  const child = spawn(nginxProgram, ["-c", join(dir, "nginx.conf"), "-g", "daemon off;"], { stdio: "pipe" });
  const said: string[] = [];
  child.stderr.on("data", (chunk) => said.push(String(chunk)));
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(`nginx ended:\n${said.join("")}`);
      return new Promise<boolean>((resolve) => {
        const socket = connect(port, "127.0.0.1", () => resolve(true));
        socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
      });
    },
    { timeout: 20_000, interval: 50 },
  );
  return stop;
}
