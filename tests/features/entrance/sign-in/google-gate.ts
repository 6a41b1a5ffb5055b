import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the gate does with token and userinfo requests. */
export type GateMode = "open" | "refuse" | "fail" | "garbage" | "redirect" | "drop" | "hang" | "nobody";

export interface GoogleGate {
  url: string;
  mode: GateMode;
  tokenRequests: URLSearchParams[];
  close(): Promise<void>;
}

/** A proxy before the local Google that fails on demand. */
export async function startGoogleGate(googleUrl: string): Promise<GoogleGate> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (request.url === "/token") gate.tokenRequests.push(new URLSearchParams(body.toString()));
    const json = { "Content-Type": "application/json" };
    switch (gate.mode) {
      case "hang":
        return;
      case "drop":
        return void request.socket.destroy();
      case "fail":
        return void response.writeHead(500).end("{}");
      case "refuse":
        return void response.writeHead(400, json).end('{"error":"invalid_grant"}');
      case "garbage":
        return void response.writeHead(200, json).end("<html>");
      case "redirect":
        return void response.writeHead(307, { Location: "http://127.0.0.1:9/" }).end();
      case "nobody":
        if (request.url !== "/token") return void response.writeHead(200, json).end('{"email":"x"}');
        break;
      case "open":
        break;
    }
    const headers: Record<string, string> = {};
    for (const name of ["content-type", "authorization"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers[name] = value;
    }
    const hasBody = request.method === "POST";
    const answer = await fetch(googleUrl + request.url, {
      method: request.method,
      headers,
      body: hasBody ? body : undefined,
    });
    response.writeHead(answer.status, json).end(await answer.text());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const gate: GoogleGate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: "open",
    tokenRequests: [],
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return gate;
}
