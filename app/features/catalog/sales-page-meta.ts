import type { Currency } from "~/features/money/currency";

interface Shared {
  appUrl: string;
  /** The shop's name. */
  siteName: string;
  video: {
    id: string;
    title: string;
    description: string;
    price_cents: number;
    currency: Currency;
    thumbnail_url: string | null;
    creator_name: string;
  };
}

/** Longest description that previews show, in characters. */
const previewLength = 200;

/**
 * What a video's public page tells search engines and messengers: title, Open Graph (ogp.me) and JSON-LD
 * (schema.org/Product). Takes what the page itself shows; nothing here says where the video is.
 */
export function salesPageMeta({ appUrl, siteName, video }: Shared) {
  const url = `${appUrl}/videos/${video.id}`;
  const image = video.thumbnail_url ? appUrl + video.thumbnail_url : `${appUrl}/icon-512.png`;
  const title = `${video.title} · ${siteName}`;
  const description = video.description.replace(/\s+/g, " ").slice(0, previewLength);
  const price = (video.price_cents / 100).toFixed(2);
  return [
    { title },
    { name: "description", content: description },
    { property: "og:type", content: "product" },
    { property: "og:site_name", content: siteName },
    { property: "og:url", content: url },
    { property: "og:title", content: video.title },
    { property: "og:description", content: description },
    { property: "og:image", content: image },
    { property: "product:price:amount", content: price },
    { property: "product:price:currency", content: video.currency },
    { name: "twitter:card", content: "summary_large_image" },
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "Product",
        name: video.title,
        description,
        image,
        url,
        brand: { "@type": "Person", name: video.creator_name },
        offers: {
          "@type": "Offer",
          price,
          priceCurrency: video.currency,
          availability: "https://schema.org/InStock",
          url,
        },
      },
    },
  ];
}
