/** The minimal cost of a resumable upload: @tus/server with its file store, in the folder BENCH_DIR. */
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { listen } from "./listen";

const server = new Server({
  path: "/files",
  datastore: new FileStore({ directory: process.env.BENCH_DIR ?? "" }),
});

listen((request, response) => void server.handle(request, response));
