/** Traces and error reports, received by a local server; and nothing of a person in either. */
import { createServer } from "node:http";
import { json, text } from "node:stream/consumers";
import { afterAll, expect, test, vi } from "vitest";
import { createLog } from "~/platform/log.server";
import { createErrorReports } from "~/server/telemetry/error-reports.server";
import { startTracing } from "~/server/telemetry/tracing.server";
import { Browser } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { listen } from "../support/listen";
import { makeCreator } from "../support/people";
import { startTestWorld } from "../support/test-services";

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}
interface Traces {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const spans: Span[] = [];
const envelopes: { path: string; auth: unknown; text: string }[] = [];
let status = 200;
const receiver = createServer(async (req, res) => {
  if (req.url === "/v1/traces") {
    const { resourceSpans } = (await json(req)) as Traces;
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
  } else envelopes.push({ path: req.url ?? "", auth: req.headers["x-sentry-auth"], text: await text(req) });
  res.writeHead(status, { "Content-Type": "application/json", "Retry-After": "120" }).end("{}");
});
const receiverPort = await listen(receiver);
afterAll(() => receiver.close());

const tracing = await startTracing(`http://127.0.0.1:${receiverPort}`);
const world = await startTestWorld();
world.services.pool.onStatement = tracing.onStatement;
const { port } = await startHttpApp(world, { tracing });

test("a request is a span with its route, and its statements are spans within it", async () => {
  const ana = await makeCreator(world);
  const browser = new Browser({ port, cookie: ana.cookie });
  expect((await browser.get("/videos/cccccccc-0000-4000-8000-000000000000?secret=1")).status).toBe(404);
  await tracing.stop();

  const [request, ...others] = spans.filter(({ name }) => name.startsWith("GET "));
  expect(others).toEqual([]);
  expect(request?.name).toBe("GET /videos/:videoId");
  expect(request?.parentSpanId ?? "").toBe("");
  expect(request?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 404 } });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.map(({ name }) => name)).toContain("SELECT");
  const all = JSON.stringify(spans);
  for (const personal of [ana.email, ana.userId, "secret=1", "cccccccc-0000"])
    expect(all).not.toContain(personal);
});

test("a logged error is reported without personal data", async () => {
  const dsn = `http://key@127.0.0.1:${receiverPort}/sub/42`;
  const onFailure = vi.fn();
  let now = Date.now();
  const reports = createErrorReports({ dsn, environment: "test", onFailure, now: () => now });
  const lines = createLog("info", { write: () => {} }, reports.report);
  const request = { id: "request-1", method: "POST", path: "/account/ana@example.com" };
  lines
    .child({ req: request })
    .error({ err: new Error("mail to ana@example.com failed"), email: "ana@example.com" }, "request failed");
  lines.error({ reason: "no error" }, "no report");
  lines.warn({ err: new Error("a warning") }, "no report");
  await reports.settle();
  expect(envelopes).toHaveLength(1);
  const [envelope] = envelopes;
  expect(envelope?.path).toBe("/sub/api/42/envelope/");
  expect(envelope?.auth).toMatch(/sentry_version=7, .*sentry_key=key$/);
  const [, item, event] = (envelope?.text ?? "").split("\n").map((line) => line && JSON.parse(line));
  expect(item).toEqual({ type: "event" });
  expect(event).toMatchObject({
    level: "error",
    logentry: { formatted: "request failed" },
    tags: { request_id: "request-1", method: "POST" },
    exception: { values: [{ type: "Error", value: "mail to [e-mail] failed" }] },
  });
  expect(event.exception.values[0].stacktrace.frames.at(-1).filename).toContain(
    "tests/server/telemetry.test.ts",
  );
  expect(envelope?.text).not.toContain("ana@");

  // Refused for a time, and bounded.
  status = 429;
  lines.error({ err: new Error("refused") }, "x");
  await reports.settle();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith("status 429");
  lines.error({ err: new Error("too soon") }, "x");
  expect(envelopes).toHaveLength(2);
  status = 200;
  now += 180_000;
  for (let count = 0; count < 50; count += 1) lines.fatal({ err: new Error("often") }, "x");
  await reports.settle();
  expect(envelopes).toHaveLength(32);
});
