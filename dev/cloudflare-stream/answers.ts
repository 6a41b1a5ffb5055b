import type { ServerResponse } from "node:http";

/** JSON in the envelope that all of Cloudflare's API has. */
export function sendResult(response: ServerResponse, result: unknown, status = 200): void {
  sendJson(response, status, { result, success: true, errors: [], messages: [] });
}

export function sendErrors(response: ServerResponse, status: number, code: number, message: string): void {
  sendJson(response, status, { result: null, success: false, errors: [{ code, message }], messages: [] });
}

/** Files and playback have no envelope. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(text);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
