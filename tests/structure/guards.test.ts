import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { findUnguarded, listHandlers } from "./guard-check";
import { listSources, readText } from "./sources";

/** The protected areas and the guard of each of their handlers. */
const areas: Record<string, string | string[]> = {
  "app/routes/creator": "requireCreator",
  "app/routes/admin": ["requireAdmin", "requirePayoutAdmin"],
  "app/routes/admin/disputes": "requireAdmin",
  "app/routes/admin/rules": "requireAdmin",
  "app/routes/account": "requireViewer",
};

/** The open areas; the learners' is listed route by route. */
const open = ["app/routes/learner", "app/routes/public", "app/routes/system"];

/** The learners' and public routes: who may call which handler (product.md, Screens). */
const single: Record<string, { guarded: string[]; open: string[] }> = {
  "app/routes/learner/all-notes.tsx": { guarded: ["loader"], open: [] },
  "app/routes/learner/announcement.tsx": { guarded: ["loader", "action"], open: [] },
  "app/routes/learner/asks.tsx": { guarded: ["action"], open: ["loader"] },
  "app/routes/learner/attachment.ts": { guarded: ["loader"], open: [] },
  "app/routes/learner/captions.ts": { guarded: ["loader"], open: [] },
  "app/routes/learner/checkout-return.ts": { guarded: ["loader"], open: [] },
  // A GET redirects to the public page.
  "app/routes/learner/checkout.ts": { guarded: ["action"], open: ["loader"] },
  "app/routes/learner/course-page.tsx": { guarded: [], open: ["loader"] },
  // A GET redirects to the page of downloads, which is the same for everyone.
  "app/routes/learner/download.ts": { guarded: ["action"], open: ["loader"] },
  "app/routes/learner/downloads.ts": { guarded: ["action"], open: ["loader"] },
  "app/routes/learner/follow.ts": { guarded: ["action"], open: ["loader"] },
  "app/routes/learner/frames.ts": { guarded: ["loader"], open: [] },
  "app/routes/learner/free-lesson.tsx": { guarded: [], open: ["loader"] },
  "app/routes/learner/marketplace.tsx": { guarded: [], open: ["loader"] },
  "app/routes/learner/notes-file.ts": { guarded: ["loader"], open: [] },
  "app/routes/learner/notes.tsx": { guarded: ["loader", "action"], open: [] },
  "app/routes/learner/places.tsx": { guarded: ["loader", "action"], open: [] },
  "app/routes/learner/playlist.ts": { guarded: ["loader"], open: [] },
  "app/routes/learner/questions.tsx": { guarded: ["loader", "action"], open: [] },
  "app/routes/learner/reviews.tsx": { guarded: ["action"], open: ["loader"] },
  "app/routes/learner/rung-playlist.ts": { guarded: ["loader"], open: [] },
  "app/routes/learner/sales-page.tsx": { guarded: [], open: ["loader"] },
  // Without an account, the browser keeps what is saved.
  "app/routes/learner/saved.tsx": { guarded: [], open: ["loader", "action"] },
  "app/routes/learner/search-suggestions.ts": { guarded: [], open: ["loader"] },
  "app/routes/learner/transcript-pdf.ts": { guarded: ["loader"], open: [] },
  "app/routes/learner/transcript.tsx": { guarded: ["loader"], open: [] },
  "app/routes/learner/watch-again.ts": { guarded: ["action"], open: ["loader"] },
  // The player calls the actions; a GET redirects to the video's page.
  "app/routes/learner/watch-link.ts": { guarded: ["action"], open: ["loader"] },
  "app/routes/learner/watch-position.ts": { guarded: ["action"], open: ["loader"] },
  "app/routes/learner/watch.tsx": { guarded: ["loader"], open: [] },
};

for (const [area, guard] of Object.entries(areas)) {
  const files = listRoutes(area);
  test.each(files)("%s begins with its guard", (path) => {
    expect(findUnguarded(readText(path), [guard].flat())).toEqual([]);
  });
}

test("every folder of routes is in one of the two lists", () => {
  const folders = new Set(listSources("app/routes").map((path) => dirname(path)));
  expect([...folders].sort()).toEqual([...Object.keys(areas), ...open].sort());
});

test("the creator area has loaders and actions to protect", () => {
  const handlers = listRoutes("app/routes/creator").flatMap((path) => listHandlers(readText(path)));
  expect(handlers.filter((name) => name === "loader").length).toBeGreaterThanOrEqual(6);
  expect(handlers.filter((name) => name === "action").length).toBeGreaterThanOrEqual(3);
});

describe("the learners' routes", () => {
  test("are all listed with who may call them", () => {
    expect(listRoutes("app/routes/learner")).toEqual(Object.keys(single));
  });

  test.each(Object.entries(single))("have the guards of the list: %s", (path, { guarded, open }) => {
    const text = readText(path);
    expect(listHandlers(text).sort()).toEqual([...guarded, ...open].sort());
    for (const name of guarded) expect(findUnguarded(text, ["requireViewer"], [name])).toEqual([]);
  });
});

describe("the check of guards", () => {
  const guarded = "await requireCreator({ request, context });";
  const fn = (body: string, name = "action") =>
    `export async function ${name}({ request, context }) { ${body} }`;

  test.each([
    ["on its own", fn(guarded)],
    ["for its viewer", fn("const { userId } = await requireCreator({ request, context }); return userId;")],
    ["no handler at all", "export default function Page() { return null; }"],
    ["a helper of the same name that is not exported", "async function action() {}"],
  ])("passes %s", (_, text) => expect(findUnguarded(text, ["requireCreator"])).toEqual([]));

  test.each([
    ["no guard", fn("return null;")],
    ["an empty body", fn("")],
    ["not first", fn(`const fields = await readForm(request); ${guarded}`)],
    ["not awaited", fn("requireCreator({ request, context });")],
    ["only sometimes", fn(`if (request.method === "POST") ${guarded}`)],
    ["inside a try", fn(`try { ${guarded} } catch {}`)],
    ["another guard", fn("await requireViewer({ request, context });")],
    ["another request", fn("await requireCreator({ request: other, context });")],
    [
      "after the form in one statement",
      fn("const [f, v] = [await readForm(request), await requireCreator({ request, context })];"),
    ],
    [
      "a second declaration first",
      fn("const f = await readForm(request), v = await requireCreator({ request, context });"),
    ],
    ["a loader as well", fn("return null;", "loader")],
    ["an arrow function", `export const action = async ({ request, context }) => { ${guarded} };`],
    ["from elsewhere", 'export { action } from "./other";'],
    ["under another name", "async function act() {} export { act as action };"],
    ["everything from elsewhere", 'export * from "./other";'],
  ])("finds %s", (_, text) => expect(findUnguarded(text, ["requireCreator"])).not.toEqual([]));
});

function listRoutes(folder: string): string[] {
  return listSources("app/routes").filter((path) => path.startsWith(`${folder}/`));
}
