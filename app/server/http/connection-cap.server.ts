import type { Server, Socket } from "node:net";
import type { Log } from "~/platform/log.server";
import { addressKey } from "~/platform/try-counter.server";

/**
 * Connections of one address at once. A browser opens six; behind one mobile address there may be over a hundred
 * phones.
 */
const defaultMax = 1_000;

/** Minimum interval between log lines, in milliseconds. */
const quietMs = 60_000;

/**
 * Closes new connections of an address that already has `max`. `isProxy`: addresses without a limit, since every
 * client's connection has the proxy's address.
 */
export function capConnections(
  server: Server,
  { log, isProxy, max = defaultMax }: { log: Log; isProxy: (address: string) => boolean; max?: number },
): void {
  const open = new Map<string, number>();
  let quietUntil = 0;
  server.on("connection", (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (address === undefined || isProxy(address)) return;
    const key = addressKey(address);
    const count = (open.get(key) ?? 0) + 1;
    if (count > max) {
      socket.destroy();
      if (Date.now() < quietUntil) return;
      quietUntil = Date.now() + quietMs;
      log.warn({ address, max }, "too many connections of one address");
      return;
    }
    open.set(key, count);
    socket.once("close", () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}
