import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a request's body may take, in milliseconds. */
export interface BodyLimits {
  /** All of an ordinary body, from the request's head on. */
  wholeMs: number;
  /** An upload may take as long as it needs, while at least `windowBytes` come in each window. */
  windowMs: number;
  windowBytes: number;
  /** What is left of an upload once the answer has been sent. */
  leftOverMs: number;
}

const defaultLimits: BodyLimits = {
  wholeMs: 30_000,
  windowMs: 30_000,
  windowBytes: 30 * 1024,
  leftOverMs: 300_000,
};

/**
 * Bounds the bodies of requests, whatever answers them; call it before anything else. Node's own `requestTimeout`
 * (300 s, body included) would cut off an honest upload of 500 MB below 14 Mbit/s, so it is switched off and these rules
 * replace it: uploads are held to a minimum rate (1 KiB/s), everything else to a deadline.
 *
 * An answer that precedes the end of the body says `Connection: close`. The rest of the body is read and dropped until it
 * ends or its time is over, since a browser reads the answer only once it has sent all (RFC 9112, section 9.6).
 *
 * `isUpload`: whether a path (without query) takes files. Returns a function that returns whether the request is to be
 * answered: not when it follows on a connection that is being closed.
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
    holdToLimits(req, res, { upload: isUpload(path), limits });
    closeAfterEarlyAnswer(req, res, () => closing.add(socket));
    return true;
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Destroys the connection of a body that is too slow. */
function holdToLimits(
  req: IncomingMessage,
  res: ServerResponse,
  { upload, limits }: { upload: boolean; limits: BodyLimits },
): void {
  const { socket } = req;
  let seen = socket.bytesRead;
  const look = () => {
    // All of it has come; what a handler has not read yet is not the sender's fault.
    if (req.complete) return stop();
    if (upload && socket.bytesRead - seen >= limits.windowBytes) {
      seen = socket.bytesRead;
      return;
    }
    // Nor are bytes that wait here because the store is slow.
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

/** `onClosing` is called once the answer is out and nothing else on this connection is to be answered. */
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

/** Node calls `destroySoon` after the last answer: at once, a sender still busy would get a reset and no answer. */
function dropRestBeforeClosing(req: IncomingMessage, onClosing: () => void): void {
  const { socket } = req;
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    onClosing();
    if (req.complete) return destroySoon();
    socket.end();
    req.once("end", destroySoon);
    // A handler that gave up reading has left its listeners, and the stream paused.
    req.removeAllListeners("data");
    req.resume();
  };
}
