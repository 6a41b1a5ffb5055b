import type { ServerResponse } from "node:http";
import { hostname } from "node:os";
import { release } from "~/platform/log.server";
import type { OnStatement } from "~/platform/watched-pool.server";

export interface Tracing {
  /** A span that ends with the response. `route`: the pattern, never the address. */
  traceRequest(request: { method: string; route: string; res: ServerResponse }, run: () => void): void;
  /** A span for each statement of a request. */
  onStatement: OnStatement;
  /** For two seconds at most. Never rejects. */
  stop(): Promise<void>;
}

const longestStatement = 2_000;

const stopMs = 2_000;

/** Spans have no values, addresses, persons or cookies. A trace that a visitor's headers name is not continued. */
export async function startTracing(endpoint: string): Promise<Tracing> {
  const [{ context, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, resources] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const ownAttributes = { "service.name": "sabia", "service.version": release, "host.name": hostname() };
  const environment = resources.detectResources({ detectors: [resources.envDetector] });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` });
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes(ownAttributes).merge(environment),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = provider.getTracer("sabia", release);

  return {
    traceRequest({ method, route, res }, run) {
      const span = tracer.startSpan(`${method} ${route}`, {
        kind: SpanKind.SERVER,
        attributes: { "http.request.method": method, "http.route": route },
      });
      res.once("close", () => {
        span.setAttribute("http.response.status_code", res.statusCode);
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(context.active(), span), run);
    },
    onStatement(text) {
      // Jobs ask for work all day.
      if (!trace.getActiveSpan()) return undefined;
      const [operation = ""] = text.trimStart().split(/\s/, 1);
      const span = tracer.startSpan(operation.toUpperCase(), {
        kind: SpanKind.CLIENT,
        attributes: { "db.system.name": "postgresql", "db.query.text": text.slice(0, longestStatement) },
      });
      return (failed) => {
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}
