import { Gauge, type Registry } from "prom-client";
import type { Env } from "~/platform/env.server";
import { findCertificateEnd, findLastBackup, measureDisks } from "~/platform/health/machine.server";

const certificateMs = 60 * 60_000;
const machineMs = 30_000;

type MachineEnv = Pick<Env, "APP_URL" | "STORAGE_DIR" | "S3_BUCKET" | "BACKUP_DIR">;

/** Disk space, certificate, last backup. Call it in one process of a machine. */
export function watchMachine(registry: Registry, env: MachineEnv): void {
  const registers = [registry];
  const disks = keepFor(machineMs, () => measureDisks(env));
  const certificate = keepFor(certificateMs, () => findCertificateEnd(env.APP_URL));
  const { BACKUP_DIR: backups } = env;
  new Gauge({
    name: "sabia_disk_free_bytes",
    help: "Free space where files are stored (files), and where uploads are buffered (uploads)",
    labelNames: ["disk"],
    registers,
    async collect() {
      this.reset();
      for (const { use, freeBytes } of (await disks()) ?? []) this.set({ disk: use }, freeBytes);
    },
  });
  new Gauge({
    name: "sabia_disk_free_ratio",
    help: "The same as a share of the disk, 0 to 1",
    labelNames: ["disk"],
    registers,
    async collect() {
      this.reset();
      for (const { use, freeShare } of (await disks()) ?? []) this.set({ disk: use }, freeShare);
    },
  });
  if (new URL(env.APP_URL).protocol === "https:")
    new Gauge({
      name: "sabia_certificate_remaining_seconds",
      help: "Time until the certificate of APP_URL ends; no series while the address does not answer",
      registers,
      async collect() {
        const end = await certificate();
        if (end) this.set((end.getTime() - Date.now()) / 1000);
        else this.remove();
      },
    });
  if (!backups) return;
  const newest = keepFor(machineMs, async () => ({ at: await findLastBackup(backups) }));
  new Gauge({
    name: "sabia_backup_age_seconds",
    help: "Age of the newest complete backup in BACKUP_DIR; +Inf without one",
    registers,
    async collect() {
      const backup = await newest();
      this.set(backup?.at ? (Date.now() - backup.at.getTime()) / 1000 : Number.POSITIVE_INFINITY);
    },
  });
}

/** Calls `read` at most once in a time; undefined where it throws. */
function keepFor<Read>(milliseconds: number, read: () => Promise<Read>): () => Promise<Read | undefined> {
  let last: { at: number; value: Promise<Read | undefined> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > milliseconds)
      last = { at: performance.now(), value: read().catch(() => undefined) };
    return last.value;
  };
}
