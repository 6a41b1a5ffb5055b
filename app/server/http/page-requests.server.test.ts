import { expect, test } from "vitest";
import { createRouteLabels, firstSegmentOf, groupRoutes, listPatterns } from "./page-requests.server";

const routes = {
  root: { path: "" },
  home: { parentId: "root" },
  shop: { parentId: "root", path: "marketplace" },
  video: { parentId: "root", path: "videos/:videoId" },
  area: { parentId: "root" },
  own: { parentId: "area", path: "creator/videos" },
  missing: { parentId: "root", path: "*" },
};

const { bySegment, others } = groupRoutes(routes);

test.each([
  ["/marketplace", ["shop"]],
  ["/Marketplace/", ["shop"]],
  ["/marketplace.data", ["shop"]],
  ["/m%61rketplace", ["shop"]],
  ["//videos/1", ["video"]],
  ["/creator/videos.data", ["own"]],
  ["/nothing", []],
  ["/%E0%A4%A", []],
])("the routes loaded for %s are those that begin with it, and those for any path", (path, expected) => {
  const found = bySegment.get(firstSegmentOf(path)) ?? others;
  expect([...found].sort()).toEqual(["area", "home", "missing", "root", ...expected].sort());
});

test("the data of the landing page is loaded only for the landing page", () => {
  expect(firstSegmentOf("/_root.data")).toBe("");
  expect(firstSegmentOf("/")).toBe("");
});

const labelOf = createRouteLabels(
  listPatterns({
    root: { path: "" },
    index: { parentId: "root" },
    videos: { path: "videos/:videoId", parentId: "root" },
    checkout: { path: "checkout", parentId: "videos" },
    latest: { path: "videos/latest", parentId: "root" },
    assets: { path: "assets/*", parentId: "root" },
    files: { path: "admin/export/:file", parentId: "root" },
  }),
);

test.each([
  ["/", "/"],
  ["/videos/1f", "/videos/:videoId"],
  ["/videos/1f/", "/videos/:videoId"],
  ["/videos/1f.data", "/videos/:videoId"],
  ["/videos/latest", "/videos/latest"],
  ["/videos/latest/checkout", "/videos/:videoId/checkout"],
  ["/admin/export/creators.xlsx", "/admin/export/:file"],
  ["/assets/a/b.js", "/assets/*"],
  ["/wp-admin", "other"],
  ["/videos/1/2/3", "other"],
])("the path %s has the route label %s", (path, label) => {
  expect(labelOf(path)).toBe(label);
});
