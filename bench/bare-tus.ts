/** What a resumable upload costs with nothing around it: @tus/server and its own file store. The folder is BENCH_DIR. */
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { listen } from "./listen";

const server = new Server({
  path: "/files",
  datastore: new FileStore({ directory: process.env.BENCH_DIR ?? "" }),
});

listen((request, response) => void server.handle(request, response));
