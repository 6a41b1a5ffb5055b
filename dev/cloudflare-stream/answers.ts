import type { ServerResponse } from "node:http";
import { json, send } from "../local-server/http";

/** JSON in the envelope that all of Cloudflare's API has. */
export function sendResult(response: ServerResponse, result: unknown): void {
  send(response, json(200, { result, success: true, errors: [], messages: [] }));
}

export function sendErrors(response: ServerResponse, status: number, code: number, message: string): void {
  const errors = [{ code, message }];
  send(response, json(status, { result: null, success: false, errors, messages: [] }));
}

/** Files and playback have no envelope. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(text);
}
