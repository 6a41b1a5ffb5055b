import { expect, test } from "vitest";
import { firstSegmentOf, groupRoutes } from "./routes-for-path";

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
