/** Returns the addresses of the public pages that are measured, of a shop with the demo data, by their names. */
export async function findPublicPages(url: string): Promise<Record<string, string>> {
  const shop = await (await fetch(`${url}/marketplace`)).text();
  const video = /\/videos\/[a-z0-9-]+-[0-9a-f]{8}(?=")/.exec(shop)?.[0];
  if (!video) throw new Error("the shop is empty");
  const creator = /\/creators\/[a-z0-9-]+/.exec(await (await fetch(url + video)).text())?.[0];
  if (!creator) throw new Error("the sales page names no creator");
  return { "Landing page": "/", Marketplace: "/marketplace", "Sales page": video, "Creator's page": creator };
}
