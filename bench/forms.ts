/** Forms as a browser sends them. */

/** Throws unless the answer is a redirect. */
export async function post(
  url: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, ...headers },
    body: new URLSearchParams(fields),
  });
  await answer.arrayBuffer();
  if (answer.status !== 303) throw new Error(`${path} was answered ${answer.status}`);
  return answer;
}

/** The Cookie header of a browser that got this answer. */
export function cookiesOf({ headers }: Response): string {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return pairs.filter((pair) => !pair.includes("flash")).join("; ");
}
