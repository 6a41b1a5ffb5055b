import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { endWithParent } from "../../dev/app-process";
import { isRunning } from "../../dev/processes/process-facts";

/** Prints its id, and "alive" after end-with-parent.js has checked a few times (four per second). */
const child = `console.log(process.pid); setTimeout(() => console.log("alive"), 1_000); setInterval(() => {}, 1_000)`;

test("a process ends when its parent is killed", async () => {
  const words = JSON.stringify([endWithParent, "-e", child]);
  const script = `require("node:child_process").spawn(process.execPath, ${words}, { stdio: "inherit" })`;
  const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(parent.stdout, "data");
  const childPid = Number(String(line));
  onTestFinished(() => {
    if (isRunning(childPid)) process.kill(childPid, "SIGKILL");
  });
  expect(String((await once(parent.stdout, "data"))[0])).toContain("alive");

  parent.kill("SIGKILL");
  await once(parent, "exit");
  await expect.poll(() => isRunning(childPid), { timeout: 20_000 }).toBe(false);
});
