import { withdrawalDays } from "~/features/money/ledger/refund-rules";
import { isoDuration } from "~/features/videos/listing/duration";
import type { Currency } from "~/i18n/money";

const returnPolicy = {
  "@type": "MerchantReturnPolicy",
  applicableCountry: "BR",
  returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
  merchantReturnDays: withdrawalDays,
  returnFees: "https://schema.org/FreeReturn",
};

interface ProductFacts {
  url: string;
  title: string;
  description: string;
  picture: string;
  priceCents: number;
  currency: Currency;
  creator: { name: string; url?: string };
  /** `total`: the sum of all stars. Undefined without reviews. */
  rating?: { count: number; total: number };
}

/** Returns a schema.org Product with its Offer, with what Google documents for merchant listings. */
export function productData(facts: ProductFacts) {
  const { url, title, description, picture, priceCents, currency, creator, rating } = facts;
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: title,
    description,
    image: picture,
    url,
    brand: { "@type": "Person", ...creator },
    ...(rating && rating.count > 0 && { aggregateRating: ratingData(rating) }),
    offers: {
      "@type": "Offer",
      url,
      price: (priceCents / 100).toFixed(2),
      priceCurrency: currency,
      availability: "https://schema.org/InStock",
      itemCondition: "https://schema.org/NewCondition",
      // A free product has no refund.
      ...(priceCents > 0 && { hasMerchantReturnPolicy: returnPolicy }),
    },
  };
}

function ratingData({ count, total }: { count: number; total: number }) {
  return {
    "@type": "AggregateRating",
    ratingValue: (total / count).toFixed(1),
    reviewCount: count,
    bestRating: 5,
    worstRating: 1,
  };
}

/** In seconds of the whole video. */
export interface ClipFacts {
  title: string;
  from: number;
  /** Undefined for the last chapter of a video of unknown length. */
  to: number | undefined;
  /** Where the chapter plays, for buyers. */
  url: string;
}

interface PreviewFacts {
  title: string;
  description: string;
  picture: string;
  /** Public address of the excerpt or the trailer. */
  contentUrl: string;
  publishedAt: Date | string;
  durationSeconds?: number | null;
  /** ISO 639-1. */
  spokenLanguage?: string | undefined;
  chapters?: readonly ClipFacts[];
}

/**
 * Returns the public preview as a schema.org VideoObject, with the whole video's chapters as Clips that are not free.
 * Nothing in it says where the whole video's file is.
 */
export function previewData(facts: PreviewFacts) {
  const {
    title,
    description,
    picture,
    contentUrl,
    publishedAt,
    durationSeconds,
    spokenLanguage,
    chapters = [],
  } = facts;
  return {
    "@context": "https://schema.org",
    "@type": "VideoObject",
    name: title,
    description,
    thumbnailUrl: picture,
    uploadDate: new Date(publishedAt).toISOString(),
    contentUrl,
    ...(spokenLanguage && { inLanguage: spokenLanguage }),
    ...(durationSeconds && { duration: isoDuration(durationSeconds) }),
    ...(chapters.length > 0 && {
      hasPart: chapters.map(({ title, from, to, url }) => ({
        "@type": "Clip",
        name: title,
        startOffset: from,
        ...(to !== undefined && { endOffset: to }),
        url,
        isAccessibleForFree: false,
      })),
    }),
  };
}

export interface PersonFacts {
  name: string;
  url: string;
  bio?: string | null;
  picture?: string;
  links: string[];
}

/** Returns a schema.org ProfilePage about a Person. */
export function profileData({ name, url, bio, picture, links }: PersonFacts) {
  return {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    mainEntity: {
      "@type": "Person",
      name,
      url,
      ...(bio && { description: bio }),
      ...(picture && { image: picture }),
      ...(links.length > 0 && { sameAs: links }),
    },
  };
}

/** Returns a schema.org BreadcrumbList. `steps`: from the shop down to the page itself. */
export function breadcrumbData(steps: { name: string; url: string }[]) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, url }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: url,
    })),
  };
}
