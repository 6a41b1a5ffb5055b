import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { closeServer, listen } from "../support/listen";

export interface ReceivedWebhook {
  body: string;
  signature: string | null;
}

export interface Receiver {
  url: string;
  /** Every delivery in the order of arrival. */
  received: ReceivedWebhook[];
  close(): Promise<void>;
}

/** An HTTP endpoint that takes webhooks as an application would, and keeps them. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const signature = request.headers["stripe-signature"];
    received.push({
      body: await text(request),
      signature: typeof signature === "string" ? signature : null,
    });
    response.writeHead(200).end();
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/webhooks/stripe`,
    received,
    close: () => closeServer(server),
  };
}
