/** A real S3 store: Ceph's RADOS gateway with one monitor and one OSD that keeps objects in memory. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { vi } from "vitest";
import { createS3Client } from "~/integrations/storage/s3-client.server";
import { findFreePort } from "../../dev/postgres/free-port";

export const gatewayNeeds = {
  programs: ["/usr/bin/ceph-mon", "/usr/bin/ceph-osd", "/usr/bin/radosgw"],
  packages: "ceph-mon ceph-osd radosgw",
};

export async function startRadosGateway() {
  const dir = mkdtempSync(join(tmpdir(), "sabia-ceph-"));
  for (const name of ["mon", "osd", "run"]) mkdirSync(join(dir, name));
  const [monitorPort, port, cluster] = [await findFreePort(), await findFreePort(), randomUUID()];
  const conf = join(dir, "ceph.conf");
  writeFileSync(
    conf,
    `[global]
fsid = ${cluster}
mon host = [v2:127.0.0.1:${monitorPort}]
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
ms bind ipv6 = false
auth cluster required = none
auth service required = none
auth client required = none
# Without cephx there is no encryption, which the gateway asks for by default.
ms mon client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
mon data avail crit = 0
run dir = ${dir}/run
admin socket = ${dir}/run/$name.asok
log file = ${dir}/$name.log
pid file =
mon data = ${dir}/mon
mon allow pool size one = true
osd data = ${dir}/osd
osd objectstore = memstore
memstore device bytes = 2147483648
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
rgw thread pool size = 64
`,
  );
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, ["-c", conf, ...words], { encoding: "utf8", stdio: "pipe" });
  const children: ChildProcess[] = [];
  /** Ends with this process. */
  const launch = (program: string, ...words: string[]) => {
    const log = openSync(join(dir, "output.log"), "a");
    const child = spawn("setpriv", ["--pdeathsig=KILL", program, "-f", "-c", conf, ...words], {
      stdio: ["ignore", log, log],
    });
    children.push(child);
    return child;
  };
  const until = (answers: () => unknown) => vi.waitFor(answers, { timeout: 60_000, interval: 200 });
  const startGateway = async () => {
    const child = launch(
      "radosgw",
      "-n",
      "client.rgw",
      "--rgw-frontends",
      `beast endpoint=127.0.0.1:${port}`,
    );
    await until(() => fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) }));
    return child;
  };

  execFileSync(
    "monmaptool",
    ["--create", "--fsid", cluster, "--addv", "a", `[v2:127.0.0.1:${monitorPort}]`, join(dir, "monmap")],
    { stdio: "pipe" },
  );
  run("ceph-mon", "--mkfs", "-i", "a", "--monmap", join(dir, "monmap"));
  launch("ceph-mon", "-i", "a");
  await until(() => run("ceph", "--connect-timeout", "3", "mon", "stat"));
  const osd = randomUUID();
  run("ceph", "osd", "new", osd);
  run("ceph-osd", "--mkfs", "-i", "0", "--osd-uuid", osd);
  launch("ceph-osd", "-i", "0");
  await until(() => {
    if (!run("ceph", "--connect-timeout", "3", "osd", "stat").includes("1 up"))
      throw new Error("the OSD is not up");
  });
  let gateway = await startGateway();
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "sabia",
    region: "us-east-1",
    accessKeyId: `SABIA${randomBytes(8).toString("hex").toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString("hex"),
  };
  run(
    "radosgw-admin",
    "user",
    "create",
    "--uid=sabia",
    "--display-name=sabia",
    `--access-key=${settings.accessKeyId}`,
    `--secret-key=${settings.secretAccessKey}`,
  );
  const client = createS3Client(settings);
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));

  return {
    settings,
    client,
    signal: (name: "SIGKILL" | "SIGSTOP" | "SIGCONT") => gateway.kill(name),
    async revive(): Promise<void> {
      gateway = await startGateway();
    },
    stop() {
      client.destroy();
      for (const child of children) child.kill("SIGKILL");
      rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
