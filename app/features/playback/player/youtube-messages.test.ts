import { expect, test } from "vitest";
import { readYoutubeMessage } from "./youtube-messages";

test.each([
  ['{"event":"infoDelivery","info":{"currentTime":12.5}}', { currentTime: 12.5 }],
  ['{"event":"initialDelivery","info":{"duration":600,"playerState":-1}}', { duration: 600, state: -1 }],
  ['{"event":"infoDelivery","info":{"playerState":0,"currentTime":600}}', { currentTime: 600, state: 0 }],
])("%s is read", (data, times) => {
  expect(readYoutubeMessage(data)).toEqual(times);
});

test.each([
  "",
  "{",
  "null",
  '{"event":"onReady"}',
  '{"info":{}}',
  '{"info":{"currentTime":"12"}}',
  '{"info":{"currentTime":-1}}',
  '{"info":{"currentTime":1e9}}',
  undefined,
  42,
])("%j says nothing", (data) => {
  expect(readYoutubeMessage(data)).toBeUndefined();
});
