import { readdir, readFile, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import type { Env } from "../env.server";

/** What a backup of dev/backup/ writes last. */
export const backupManifest = "manifest.json";

export interface Space {
  bavail: number;
  bsize: number;
  blocks: number;
}

interface Disk {
  /** `files`: stored files; `uploads`: buffered uploads. */
  use: "files" | "uploads";
  folder: string;
  freeBytes: number;
  freeShare: number;
}

/** Throws if a folder is missing. */
export async function measureDisks(
  { STORAGE_DIR: storage, S3_BUCKET: bucket }: Pick<Env, "STORAGE_DIR" | "S3_BUCKET">,
  measure: (folder: string) => Promise<Space> = statfs,
): Promise<Disk[]> {
  const folders = [
    ...(bucket || !storage ? [] : [{ use: "files", folder: storage } as const]),
    { use: "uploads", folder: tmpdir() } as const,
  ];
  return Promise.all(
    folders.map(async ({ use, folder }) => {
      const { bavail, bsize, blocks } = await measure(folder);
      return { use, folder, freeBytes: bavail * bsize, freeShare: bavail / Math.max(1, blocks) };
    }),
  );
}

const certificateMs = 10_000;

/** Undefined without TLS, or without an answer in 10 s. */
export async function findCertificateEnd(appUrl: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(appUrl);
  if (protocol !== "https:") return undefined;
  return new Promise((resolve) => {
    const socket = connectTls(
      // An untrusted certificate has an expiry too: the doctor checks the trust.
      { host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to));
        socket.destroy();
      },
    );
    socket.setTimeout(certificateMs, () => socket.destroy());
    socket.on("error", () => resolve(undefined));
    socket.on("close", () => resolve(undefined));
  });
}

/** Undefined without a complete backup. Throws if the folder cannot be read. */
export async function findLastBackup(folder: string): Promise<Date | undefined> {
  const names = await readdir(folder);
  const times = await Promise.all(
    names.map(async (name) => {
      const manifest = await readFile(join(folder, name, backupManifest), "utf8").catch(() => undefined);
      return manifest === undefined ? undefined : Date.parse(/"madeAt": "([^"]+)"/.exec(manifest)?.[1] ?? "");
    }),
  );
  const newest = Math.max(...(times.filter((time) => time !== undefined && !Number.isNaN(time)) as number[]));
  return Number.isFinite(newest) ? new Date(newest) : undefined;
}
