/** What tells where a video is, and how it might be written somewhere. */
export interface Secret {
  /** Whose it is, for the report. */
  what: string;
  text: string;
}

/** Where a text was found that must not be there. */
export interface Leak {
  what: string;
  where: string;
}

/** One thing that came from the server, and how it came. */
export interface Seen {
  /** The request, such as "GET /marketplace.data". */
  asked: string;
  headers: string;
  body: string;
}

/** What a link to a video looks like, whichever video it is. */
const links: [what: string, pattern: RegExp][] = [
  ["a signed link", /[?&]signature=|X-Amz-Signature=/i],
  ["a picture at YouTube", /ytimg\.com/i],
  ["a player of YouTube", /youtube(-nocookie)?\.com\/embed\/[\w-]{11}/i],
  ["an address of Stream", /cloudflarestream\.com\/|videodelivery\.net\//i],
  ["a token of Stream", /\/eyJ[\w-]+\.[\w-]+\.[\w-]+\/(manifest|downloads)\//],
];

/** The ways in which a text could be written: as it is, in an address, in JSON, in base64 and hex. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  // Base64 of a longer text holds that of its part, but for the ends, in one of three positions.
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6)),
  );
  return [
    text,
    encodeURIComponent(text),
    JSON.stringify(text).slice(1, -1),
    text.replaceAll("/", "\\u002F"),
    bytes.toString("hex"),
    ...inBase64,
  ];
}

/** Finds every secret, and everything that looks like a link to a video, in what was seen. */
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
