import { expect, test } from "vitest";
import { parseYoutubeId } from "./youtube-link";

const id = "dQw4w9WgXcQ";

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `https://youtube.com/watch?v=${id}&t=42s`,
  `https://www.youtube.com/watch?feature=share&v=${id}`,
  `http://m.youtube.com/watch?v=${id}`,
  `https://music.youtube.com/watch?v=${id}`,
  `https://youtube-nocookie.com/embed/${id}`,
  `https://youtu.be/${id}`,
  `https://youtu.be/${id}?si=abc`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `  https://youtu.be/${id}  `,
])("the YouTube link %s has the video's id", (link) => {
  expect(parseYoutubeId(link)).toBe(id);
});

test.each([
  "",
  "youtube",
  id,
  "https://www.youtube.com/",
  "https://www.youtube.com/watch",
  "https://www.youtube.com/watch?v=short",
  `https://www.youtube.com/watch?v=${id}x`,
  `https://www.youtube.com/watch?v=${id.slice(0, 10)}%22`,
  `https://evil.example/watch?v=${id}`,
  `https://www.youtube.com.evil.example/watch?v=${id}`,
  `https://youtube.com@evil.example/watch?v=${id}`,
  `https://evil@youtu.be/${id}`,
  `javascript:alert(1)//youtu.be/${id}`,
  `ftp://youtu.be/${id}`,
  `https://www.youtube.com/playlist?list=${id}`,
  `https://www.youtube.com/@${id}`,
  // Eleven letters of an id's alphabet, but a list's player and a channel's.
  "https://www.youtube.com/embed/videoseries?list=PLBCF2DAC6FFB574DE",
  "https://www.youtube.com/embed/live_stream?channel=UC_x5XG1OV2P6uZZ5FSM9Ttw",
  "https://www.youtube-nocookie.com/embed/videoseries?list=PLBCF2DAC6FFB574DE",
])("%j is not a link to a YouTube video", (link) => {
  expect(parseYoutubeId(link)).toBeUndefined();
});
