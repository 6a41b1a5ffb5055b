import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { isFromElsewhere, json, readBody, send } from "../local-server/http";
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

const fault = z.object({
  part: z.enum(streamParts),
  fault: z.enum([...streamFaults, "none"]),
  times: z.coerce.number().int().min(1).optional(),
});
const cut = z.object({ afterBytes: z.coerce.number().int().min(0), keep: z.stringbool() });
const hold = z.object({ where: z.enum(holdable), percent: z.coerce.number().min(0).max(100).optional() });
const webhooks = z.object({ mode: z.enum(["deliver", "lose"]) });
const failing = z.object({ fail: z.stringbool() });
const status = z.object({ uid: z.string(), state: z.string().min(1), pctComplete: z.string().optional() });

const action =
  <T>(shape: z.ZodType<T>, act: (fields: T) => unknown) =>
  (fields: unknown) =>
    act(shape.parse(fields));

/** For tests in another process: `POST /dev/<action>` with form fields, `GET /dev` for the stored state. */
export function createControl(stream: Actions) {
  const actions: Record<string, (fields: unknown) => unknown> = {
    fault: action(fault, ({ part, fault, times }) =>
      stream.setFault(part, fault === "none" ? undefined : fault, times),
    ),
    cut: action(cut, stream.cutNext),
    hold: action(hold, ({ where, percent }) => stream.hold(where, percent)),
    release: () => stream.release(),
    webhooks: action(webhooks, ({ mode }) => stream.setWebhookMode(mode)),
    captions: action(failing, ({ fail }) => stream.failCaptions(fail)),
    downloads: action(failing, ({ fail }) => stream.failDownloads(fail)),
    status: action(status, ({ uid, ...status }) => stream.setStatus(uid, status)),
    settled: () => stream.settled(),
  };

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const { method } = request;
    if (method === "GET" && url.pathname === "/dev") {
      return send(response, json(200, { videos: stream.videos(), webhooks: stream.webhooks() }));
    }
    const act = actions[url.pathname.slice("/dev/".length)];
    if (method !== "POST" || !act) return send(response, json(404, { error: "unknownAction" }));
    if (isFromElsewhere(request)) return send(response, json(403, { error: "fromElsewhere" }));
    const fields = Object.fromEntries(new URLSearchParams((await readBody(request))?.toString("utf8")));
    try {
      await act(fields);
      send(response, json(200, { ok: true }));
    } catch (failure) {
      if (!(failure instanceof z.ZodError)) throw failure;
      send(response, json(400, { error: z.prettifyError(failure) }));
    }
  };
}
