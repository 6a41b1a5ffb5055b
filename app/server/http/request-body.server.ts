import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface BodyLimits {
  /** For a whole ordinary body, from the request's head on. */
  wholeMs: number;
  /** An upload must send at least `windowBytes` in each window. */
  windowMs: number;
  windowBytes: number;
  leftOverMs: number;
}

const defaultLimits: BodyLimits = {
  wholeMs: 30_000,
  windowMs: 30_000,
  windowBytes: 30 * 1024,
  leftOverMs: 300_000,
};

/**
 * Limits the time of request bodies; call it first. Replaces Node's `requestTimeout` (300 s, body included), which
 * would cut off an upload of 500 MB below 14 Mbit/s: uploads need a minimum rate (1 KiB/s), other bodies have a
 * deadline.
 *
 * A response before the end of the body has `Connection: close`; the rest is read and dropped, since a browser reads
 * the response only after it has sent everything (RFC 9112, section 9.6).
 *
 * `isUpload`: by path without query. The returned function returns false for a request on a closing connection.
 */
export function boundBodies(
  isUpload: (path: string) => boolean,
  limits: BodyLimits = defaultLimits,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const closing = new WeakSet<Socket>();
  return (req, res) => {
    const { socket } = req;
    if (closing.has(socket)) {
      socket.destroy();
      return false;
    }
    if (!hasBody(req)) return true;
    const [path = ""] = (req.url ?? "").split("?");
    enforceLimits(req, res, { upload: isUpload(path), limits });
    closeAfterEarlyAnswer(req, res, () => closing.add(socket));
    return true;
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function enforceLimits(
  req: IncomingMessage,
  res: ServerResponse,
  { upload, limits }: { upload: boolean; limits: BodyLimits },
): void {
  const { socket } = req;
  let seen = socket.bytesRead;
  const look = () => {
    // Reading a complete body slowly is not the sender's fault.
    if (req.complete) return stop();
    if (upload && socket.bytesRead - seen >= limits.windowBytes) {
      seen = socket.bytesRead;
      return;
    }
    // Nor are bytes that wait for a slow store.
    if (upload && req.isPaused() && !res.writableEnded) return;
    socket.destroy();
  };
  const looking = setInterval(look, upload ? limits.windowMs : limits.wholeMs).unref();
  let leftOver: NodeJS.Timeout | undefined;
  const onAnswer = () => {
    if (upload) leftOver = setTimeout(() => req.complete || socket.destroy(), limits.leftOverMs).unref();
  };
  const stop = () => {
    clearInterval(looking);
    clearTimeout(leftOver);
    res.off("finish", onAnswer);
    req.off("end", stop);
    socket.off("close", stop);
  };
  res.once("finish", onAnswer);
  req.once("end", stop);
  socket.once("close", stop);
}

/** `onClosing`: the response is sent and the connection accepts no further request. */
function closeAfterEarlyAnswer(req: IncomingMessage, res: ServerResponse, onClosing: () => void): void {
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (...args: unknown[]) => {
    if (!req.complete && !res.headersSent) {
      res.setHeader("Connection", "close");
      dropRestBeforeClosing(req, onClosing);
    }
    return writeHead(...args);
  };
}

/** Node calls `destroySoon` after the last response: a busy sender would get a reset and no response. */
function dropRestBeforeClosing(req: IncomingMessage, onClosing: () => void): void {
  const { socket } = req;
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    onClosing();
    if (req.complete) return destroySoon();
    socket.end();
    req.once("end", destroySoon);
    // A handler that stopped reading has left its listeners, and the stream paused.
    req.removeAllListeners("data");
    req.resume();
  };
}
