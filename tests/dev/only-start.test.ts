import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { becomeOnlyStart } from "../../dev/only-start";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "sabia-only-start-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const nothing = () => undefined;
/** The record of a process that has ended. */
const gone = () => ({ pid: spawnSync("true").pid, started: "1" });
const leaveNote = (note: object) => writeFileSync(join(dir, "start.json"), JSON.stringify(note));

test("a second start is refused and names the first", async () => {
  const release = await becomeOnlyStart(dir, nothing);
  await expect(becomeOnlyStart(dir, nothing)).rejects.toThrow(`running already, as process ${process.pid}`);
  release();
  expect(existsSync(join(dir, "start.json"))).toBe(false);
  (await becomeOnlyStart(dir, nothing))();
});

test("a killed start and an invalid record are ignored", async () => {
  leaveNote({ ...gone(), launchers: [] });
  (await becomeOnlyStart(dir, nothing))();
  writeFileSync(join(dir, "start.json"), "{");
  (await becomeOnlyStart(dir, nothing))();
});
