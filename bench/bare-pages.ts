/** The minimal cost of an answer that is kept: node http sending the same bytes and headers. */
import { type IncomingHttpHeaders, request } from "node:http";
import { listen } from "./listen";

const origin = process.env.BENCH_ORIGIN ?? "";
const paths = (process.env.BENCH_PATHS ?? "").split(" ");

interface Answer {
  head: string[];
  body: Buffer;
}

function ask(path: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Encoding": encoding };
    const asking = request(`${origin}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ head: headOf(response.headers), body: Buffer.concat(chunks) }));
    });
    asking.on("error", reject);
    asking.end();
  });
}

/** Without what Node adds by itself. */
function headOf(headers: IncomingHttpHeaders): string[] {
  const own = new Set(["date", "connection", "keep-alive"]);
  return Object.entries(headers).flatMap(([name, value]) => (own.has(name) ? [] : [name, String(value)]));
}

const answers = new Map<string, Answer>();
for (const path of paths) {
  for (const encoding of ["identity", "br"]) answers.set(`${encoding} ${path}`, await ask(path, encoding));
}

listen((req, res) => {
  const answer = answers.get(`${req.headers["accept-encoding"]} ${req.url}`);
  if (answer) res.writeHead(200, answer.head).end(answer.body);
  else res.writeHead(404).end();
});
