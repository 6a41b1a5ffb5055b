import { expect, test } from "vitest";
import { createYoutubeReader, readYoutubeMessage } from "./youtube-player";

test("a message of the embedded player has the position, length and state", () => {
  const info = { playerState: 1, currentTime: 12.5, duration: 300, videoTitle: "x" };
  expect(readYoutubeMessage(JSON.stringify({ event: "infoDelivery", info }))).toEqual({
    state: 1,
    currentTime: 12.5,
    duration: 300,
  });
  expect(readYoutubeMessage('{"event":"onStateChange","info":2}')).toEqual({ state: 2 });
});

test.each([
  undefined,
  {},
  "",
  "nonsense",
  "null",
  '{"event":"onReady"}',
  '{"event":"infoDelivery","info":null}',
])("a message of the embedded player is ignored if it reports no playback: %j", (data) => {
  expect(readYoutubeMessage(data)).toBeUndefined();
});

test("messages of YouTube's player become player events, and a length of 0 stays unknown", () => {
  const read = createYoutubeReader();
  expect(read({ state: -1, currentTime: 0 })).toBeUndefined();
  expect(read({ state: 1 })).toMatchObject({ what: "play", times: { currentTime: 0 } });
  expect(read({ currentTime: 1, duration: 60 })).toEqual({
    what: "time",
    times: { currentTime: 1, duration: 60 },
  });
  expect(read({ state: 2 })).toMatchObject({ what: "pause", times: { currentTime: 1 } });
  expect(read({ currentTime: 40 })).toBeUndefined();
  expect(read({ state: 1, currentTime: 40 })).toMatchObject({ what: "play", times: { currentTime: 40 } });
  expect(read({ state: 0, currentTime: 60 })).toMatchObject({ what: "end", times: { currentTime: 60 } });
});
