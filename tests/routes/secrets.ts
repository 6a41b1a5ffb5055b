import { base64Inside } from "../support/search-everything";

/** A value that reveals a video's location. */
export interface Secret {
  /** Its description, for the report. */
  what: string;
  text: string;
}

export interface Leak {
  what: string;
  where: string;
}

export interface Seen {
  /** The request, such as "GET /marketplace.data". */
  asked: string;
  headers: string;
  body: string;
}

/** What a link to any video looks like. */
const links: [what: string, pattern: RegExp][] = [
  ["a signed link", /[?&]signature=|X-Amz-Signature=/i],
  ["a picture at YouTube", /ytimg\.com/i],
  ["a player of YouTube", /youtube(-nocookie)?\.com\/embed\/[\w-]{11}/i],
  ["an address of Stream", /cloudflarestream\.com\/|videodelivery\.net\//i],
  ["a token of Stream", /\/eyJ[\w-]+\.[\w-]+\.[\w-]+\/(manifest|downloads)\//],
];

/** The encodings of a text: plain, URL, JSON, base64 and hex. */
function spellings(text: string): string[] {
  return [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    text.replaceAll("/", "\\u002F"),
    Buffer.from(text).toString("hex"),
    ...base64Inside(text),
  ];
}

/** Finds every secret, and everything that looks like a link to a video, in the responses. */
export function findLeaks(seen: readonly Seen[], secrets: readonly Secret[]): Leak[] {
  const spelled = secrets.map(({ what, text }) => ({ what, texts: [...new Set(spellings(text))] }));
  return seen.flatMap(({ asked, headers, body }) => {
    const places = [
      { where: `the address of ${asked}`, text: asked },
      { where: `the headers of ${asked}`, text: headers },
      { where: `the body of ${asked}`, text: body },
    ];
    return places.flatMap(({ where, text }) => [
      ...spelled
        .filter(({ texts }) => texts.some((spelling) => text.includes(spelling)))
        .map(({ what }) => ({ what, where })),
      ...links.filter(([, pattern]) => pattern.test(text)).map(([what]) => ({ what, where })),
    ]);
  });
}
