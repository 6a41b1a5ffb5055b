import { createServer } from "node:http";
import { closeServer, listen } from "../support/listen";

export interface ReceivedWebhook {
  body: string;
  signature: string | null;
}

export interface Receiver {
  url: string;
  /** Every delivery in the order of arrival. */
  received: ReceivedWebhook[];
  /** What the next deliveries are answered with, one status each; afterwards 200. */
  answers: number[];
  /** Resolves once that many deliveries have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** An HTTP endpoint that takes webhooks as an application would, and keeps them. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = request.headers["stripe-signature"];
      received.push({
        body: Buffer.concat(chunks).toString("utf8"),
        signature: typeof signature === "string" ? signature : null,
      });
      response.writeHead(answers.shift() ?? 200).end();
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/webhooks/stripe`,
    received,
    answers,
    arrived: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () => closeServer(server),
  };
}
