import { expect, test } from "vitest";
import { findFfmpeg } from "../../dev/ffmpeg/find-ffmpeg";

/** A machine with these programs; apt-get may install more. */
function machine(programs: string[], { isRoot = true, brings = [] as string[] } = {}) {
  const present = new Set(programs);
  const ran: string[] = [];
  return {
    ran,
    isRoot,
    log: () => {},
    findOnPath: (name: string) => (present.has(name) ? `/usr/bin/${name}` : undefined),
    tryCommand: async (command: string, words: string[]) => {
      ran.push([command, ...words].join(" "));
      if (words.includes("install")) for (const name of brings) present.add(name);
      return brings.length > 0;
    },
  };
}

test("installed programs are used without running a command", async () => {
  const here = machine(["ffmpeg", "ffprobe", "apt-get"]);
  expect(await findFfmpeg(here)).toBe(true);
  expect(here.ran).toEqual([]);
});

test("FFmpeg is installed as root, also if only one of the two programs exists", async () => {
  const here = machine(["ffmpeg", "apt-get"], { brings: ["ffmpeg", "ffprobe"] });
  expect(await findFfmpeg(here)).toBe(true);
  expect(here.ran.at(-1)).toContain("install");
});

test.each([
  ["without rights", machine(["apt-get"], { isRoot: false, brings: ["ffmpeg", "ffprobe"] }), 0],
  ["without apt-get", machine([], { brings: ["ffmpeg", "ffprobe"] }), 0],
  ["where apt-get fails", machine(["apt-get"]), 2],
])("FFmpeg is not found %s", async (_, here, commands) => {
  expect(await findFfmpeg(here)).toBe(false);
  expect(here.ran).toHaveLength(commands);
});
