/** express and `send` alone on the folder BENCH_DIR. */
import express from "express";
import send from "send";
import { listen } from "./listen";

const app = express();
app.use((request, response) => {
  send(request, request.path, { root: process.env.BENCH_DIR ?? "" }).pipe(response);
});
listen(app);
