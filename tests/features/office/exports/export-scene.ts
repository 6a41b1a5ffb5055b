import { loader } from "~/routes/admin/export";
import { makeContext, makeRequest } from "../../../support/ask";
import type { TestWorld } from "../../../support/test-services";
import { openWorkbook } from "./open-workbook";

interface ExportRequest {
  cookie: string;
  headers?: Record<string, string>;
  method?: string;
  signal?: AbortSignal;
}

/** Requests an export file of the administrators. */
export async function getExport(
  world: TestWorld,
  file: string,
  { signal, ...asked }: ExportRequest,
): Promise<Response> {
  const request = new Request(makeRequest({ path: `/admin/export/${file}`, ...asked }), { signal });
  const params = { file: file.split("?")[0] };
  return (await loader({ request, context: makeContext(world), params })) as Response;
}

/** Returns the rows of a CSV file (RFC 4180 with semicolons), which must begin with the byte order mark. */
export async function readCsv(answer: Response): Promise<string[][]> {
  const text = Buffer.from(await answer.arrayBuffer()).toString("utf8");
  if (!text.startsWith("\uFEFF")) throw new Error("no byte order mark");
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^;"\r\n]*))(;|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

export async function readWorkbook(answer: Response) {
  return openWorkbook(new Uint8Array(await answer.arrayBuffer()));
}
