import type { Worker } from "node:cluster";

/** Messages of node:cluster (lib/internal/cluster/round_robin_handle.js), the same in Node 20 to 24. */
interface ClusterMessage {
  cmd?: unknown;
  act?: unknown;
  seq?: unknown;
  ack?: unknown;
}

const listening = new Set<Worker>();

/** Of each living worker, the connections that it was handed and has not accepted. */
const handedOver = new Set<Map<number, { close(): void }>>();

/** A worker that hangs accepts nothing: its connections are waited for no longer than this, in milliseconds. */
const acceptanceMs = 1_000;

/** Resolves once the workers have accepted every connection that they were handed, or after a second. */
export async function connectionsAccepted(): Promise<void> {
  const end = performance.now() + acceptanceMs;
  // At least one turn: a refused connection is handed to another worker in the turn of its refusal.
  do await new Promise((resolve) => setTimeout(resolve, 5));
  while ([...handedOver].some(({ size }) => size > 0) && performance.now() < end);
}

/**
 * Passes a connection to another worker if this one dies before accepting it, or closes it without another worker.
 * node:cluster itself waits for the acceptance forever, so that a request to a killed or hanging worker would get no
 * response. A refusal in the dead worker's name makes node:cluster distribute the connection again.
 */
export function returnConnections(worker: Worker): void {
  const { process: child } = worker;
  const unaccepted = new Map<number, { close(): void }>();
  handedOver.add(unaccepted);
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  child.send = ((...given: unknown[]) => {
    const { cmd, act, seq } = (given[0] ?? {}) as ClusterMessage;
    if (cmd === "NODE_CLUSTER" && act === "newconn" && typeof seq === "number")
      unaccepted.set(seq, given[1] as { close(): void });
    return send(...given);
  }) as typeof child.send;
  const events = child as NodeJS.EventEmitter;
  events.on("internalMessage", ({ cmd, ack }: ClusterMessage) => {
    if (cmd === "NODE_CLUSTER" && typeof ack === "number") unaccepted.delete(ack);
  });
  worker.once("listening", () => listening.add(worker));
  worker.once("exit", () => {
    listening.delete(worker);
    handedOver.delete(unaccepted);
    if (unaccepted.size === 0) return;
    const returned = [...unaccepted];
    // node:child_process would close the connection that it has not seen accepted.
    (child as { _pendingMessage?: unknown })._pendingMessage = null;
    // It does not report the end of this channel; node:cluster would hand the connections to the dead worker again.
    events.emit("disconnect");
    for (const [ack, connection] of returned) {
      if (listening.size === 0) connection.close();
      else events.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false });
    }
  });
  // Where it comes before the exit, node:child_process has closed the connection.
  worker.once("disconnect", () => unaccepted.clear());
}
