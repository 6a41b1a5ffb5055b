import { hostname } from "node:os";
import { expect, test } from "vitest";
import { createLog } from "~/platform/log.server";

test("the log has one JSON line per event, with its time in UTC", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  log.info({ security: "signedIn" }, "signedIn");
  log.warn('x"}\n{"security":"signedIn"');
  log.debug("not at this level");
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line.trim()).not.toContain("\n");
    expect(JSON.parse(line).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(JSON.parse(line)).toMatchObject({
      host: hostname(),
      pid: process.pid,
      release: expect.stringMatching(/./),
    });
  }
});

test("the log removes secrets, even if they are logged", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const headers = { cookie: "secret-1", authorization: "secret-2" };
  const form = { password: "secret-3", token: "secret-4", secret: "secret-5" };
  log.info({ form, headers, req: { headers }, res: { headers } }, "x");
  expect(lines.join("")).not.toContain("secret-");
});
