import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { isFromElsewhere, readBody } from "../local-server/http";
import { sendJson } from "./answers";
import { type createEncoder, holdable } from "./encoder";
import { type createFaults, streamFaults, streamParts } from "./faults";
import type { Cut } from "./uploads";
import type { VideoStatus } from "./videos";

type Encoder = ReturnType<typeof createEncoder>;

interface Actions extends Pick<Encoder, "hold" | "release" | "failCaptions" | "failDownloads" | "settled"> {
  videos(): unknown;
  webhooks(): unknown;
  setWebhookMode(mode: "deliver" | "lose"): void;
  setFault: ReturnType<typeof createFaults>["set"];
  cutNext(next: Cut): void;
  setStatus(uid: string, status: VideoStatus): void;
}

const shapes = {
  fault: z.object({
    part: z.enum(streamParts),
    fault: z.enum([...streamFaults, "none"]),
    times: z.coerce.number().int().min(1).optional(),
  }),
  cut: z.object({ afterBytes: z.coerce.number().int().min(0), keep: z.stringbool() }),
  hold: z.object({ where: z.enum(holdable), percent: z.coerce.number().min(0).max(100).optional() }),
  webhooks: z.object({ mode: z.enum(["deliver", "lose"]) }),
  captions: z.object({ fail: z.stringbool() }),
  downloads: z.object({ fail: z.stringbool() }),
  status: z.object({ uid: z.string(), state: z.string().min(1), pctComplete: z.string().optional() }),
};

/** For tests in another process: `POST /dev/<action>` with form fields, `GET /dev` for the stored state. */
export function createControl(stream: Actions) {
  const actions: Record<string, (fields: unknown) => unknown> = {
    fault(fields) {
      const { part, fault, times } = shapes.fault.parse(fields);
      stream.setFault(part, fault === "none" ? undefined : fault, times);
    },
    cut: (fields) => stream.cutNext(shapes.cut.parse(fields)),
    hold(fields) {
      const { where, percent } = shapes.hold.parse(fields);
      stream.hold(where, percent);
    },
    release: () => stream.release(),
    webhooks: (fields) => stream.setWebhookMode(shapes.webhooks.parse(fields).mode),
    captions: (fields) => stream.failCaptions(shapes.captions.parse(fields).fail),
    downloads: (fields) => stream.failDownloads(shapes.downloads.parse(fields).fail),
    status(fields) {
      const { uid, ...status } = shapes.status.parse(fields);
      stream.setStatus(uid, status);
    },
    settled: () => stream.settled(),
  };

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const { method } = request;
    if (method === "GET" && url.pathname === "/dev") {
      return sendJson(response, 200, { videos: stream.videos(), webhooks: stream.webhooks() });
    }
    const act = actions[url.pathname.slice("/dev/".length)];
    if (method !== "POST" || !act) return sendJson(response, 404, { error: "unknownAction" });
    if (isFromElsewhere(request)) return sendJson(response, 403, { error: "fromElsewhere" });
    const fields = Object.fromEntries(new URLSearchParams((await readBody(request))?.toString("utf8")));
    try {
      await act(fields);
      sendJson(response, 200, { ok: true });
    } catch (failure) {
      if (!(failure instanceof z.ZodError)) throw failure;
      sendJson(response, 400, { error: z.prettifyError(failure) });
    }
  };
}
