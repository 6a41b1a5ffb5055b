import type { FileContents } from "./file-contents";

const headBytes = 16;

/** As parameters: name, size, first bytes and digest, as in any other request. Undefined if malformed. */
export async function readUpload(
  body: Buffer,
  contentType: string,
  contents: FileContents,
): Promise<string | undefined> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": contentType },
    }).formData();
    const params = new URLSearchParams();
    for (const [name, value] of form) {
      if (typeof value === "string") {
        params.append(name, value);
        continue;
      }
      const bytes = Buffer.from(await value.arrayBuffer());
      params.append(`${name}[name]`, value.name);
      params.append(`${name}[size]`, String(bytes.length));
      params.append(`${name}[head]`, bytes.subarray(0, headBytes).toString("hex"));
      params.append(`${name}[digest]`, contents.keep(bytes));
    }
    return params.toString();
  } catch {
    return undefined;
  }
}
