import type { SupervisorMessage } from "./messages";
import { heartbeatMs } from "./restart-rules";

/** In a worker: tells the supervisor every second that the event loop runs. */
export function sendHeartbeats(): void {
  const message: SupervisorMessage = { type: "alive" };
  const send = () => void process.send?.(message, undefined, undefined, () => {});
  send();
  setInterval(send, heartbeatMs).unref();
}
