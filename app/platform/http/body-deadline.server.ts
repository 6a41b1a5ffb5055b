import type { RequestHandler } from "express";

/** The whole body of an ordinary request must be in within this, in milliseconds. */
const wholeBodyMs = 30_000;

/** An upload may take as long as it needs, while at least this many bytes come in each window. */
const uploadWindowMs = 30_000;
const uploadWindowBytes = 30 * 1024;

/**
 * Cuts off bodies that dribble. Node's own `requestTimeout` (300 s, body included) would cut off an honest upload of
 * 500 MB below 14 Mbit/s, so it is switched off and this rule stands in: uploads are held to a least rate (1 KiB/s),
 * everything else to a deadline.
 */
export function bodyDeadline(isUpload: (path: string) => boolean): RequestHandler {
  return (req, _res, next) => {
    const hasBody =
      req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
    if (hasBody) {
      const { socket } = req;
      const upload = isUpload(req.path);
      let seen = socket.bytesRead;
      const timer = setInterval(
        () => {
          if (upload && socket.bytesRead - seen >= uploadWindowBytes) {
            seen = socket.bytesRead;
            return;
          }
          // Bytes waiting here, because the store is slow, are not the sender's fault.
          if (upload && req.isPaused()) return;
          socket.destroy();
        },
        upload ? uploadWindowMs : wholeBodyMs,
      ).unref();
      const stop = () => clearInterval(timer);
      req.once("end", stop);
      req.once("close", stop);
    }
    next();
  };
}
