/**
 * As systemd does for a .socket unit: holds a listening socket without accepting a connection, and starts the program
 * in its arguments with it as descriptor 3, as often as the first argument says, each time after the former has ended.
 */
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";

/** The program ends with this process, which a test may kill. */
const endWithParent = `--import=${new URL("../../dev/end-with-parent.js", import.meta.url)}`;

const [, , times, port, ...args] = process.argv;
const server = createServer();
server.listen(Number(port), "127.0.0.1", () => {
  // Synchronous: the event loop of this process would accept connections.
  for (let time = 0; time < Number(times); time += 1) {
    const { status } = spawnSync(process.execPath, [endWithParent, ...args], {
      env: { ...process.env, LISTEN_FDS: "1" },
      stdio: ["ignore", "inherit", "inherit", server._handle.fd],
    });
    if (status !== 0) process.exit(status ?? 1);
  }
  process.exit(0);
});
