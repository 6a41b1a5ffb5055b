import { shortDuration } from "~/features/videos/listing/duration";
import { thumbnailSrcSet } from "~/features/videos/pictures/picture-paths";
import { filesOf } from "~/i18n/text-group";
import { MoreTexts, type Texts } from "~/i18n/texts";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link, TextLink } from "~/ui/link";
import { Container } from "~/ui/page-frame/container";
import { Thumbnail } from "~/ui/thumbnail";
import type { LearnerView } from "./show-landing.server";

const texts = import.meta.glob<Texts>("~/i18n/locales/*/learner-home.ts", { eager: true });
const noTexts = {};

interface LearnerProps {
  learner: LearnerView;
}

/** Has its texts in both languages: loading them would suspend the page. */
export function LearnerPart({ part, learner }: LearnerProps & { part: keyof typeof parts }) {
  const Part = parts[part];
  return (
    <MoreTexts texts={filesOf(useLocale(), texts)[0] ?? noTexts}>
      <Part learner={learner} />
    </MoreTexts>
  );
}

/** The learner's position, and links. */
function Line({ learner: { name, videos } }: LearnerProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const first = videos.find(({ isBegun }) => isBegun);
  const left = first?.seconds ? first.seconds - first.watchedSeconds : 0;
  return (
    <div id="learner" className="mt-7 lg:mt-[calc(36*var(--u))]">
      <p className="text-lg text-ink-soft">
        <strong className="block font-bold text-ink">
          {name ? t("learnerHome.welcome", { name }) : t("learnerHome.welcomeBack")}
        </strong>
        {first
          ? [
              t("learnerHome.stopped", { title: first.title }),
              left > 0 && t("learnerHome.left", { length: shortDuration(left) }),
            ]
              .filter(Boolean)
              .join(" ")
          : t(videos.length > 0 ? "learnerHome.readyToStart" : "learnerHome.nothingYet")}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col">
        {videos[0] && (
          <ButtonLink {...linkTo(`/watch/${(first ?? videos[0]).id}`)} size="large" variant="yours">
            <Icon name="play" className="size-4 fill-current" />
            {t(first ? "learnerHome.continue" : "learnerHome.start")}
          </ButtonLink>
        )}
        <ButtonLink
          {...linkTo("/marketplace")}
          size="large"
          variant={videos.length > 0 ? "secondary" : "primary"}
        >
          {t("learnerHome.browse")}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Replaces the visitors' two panels. */
function VideoShelf({ learner: { videos } }: LearnerProps) {
  const t = useText();
  const linkTo = useLinkTo();
  if (videos.length === 0) return null;
  return (
    <Container className="mt-8 lg:mt-20">
      <section aria-labelledby="continue">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4">
          <h2 id="continue" className="text-2xl sm:text-[1.75rem]">
            {t("learnerHome.continueTitle")}
          </h2>
          <TextLink {...linkTo("/purchases")} className="max-w-full min-w-0 gap-2">
            {t("learnerHome.toLibrary")}
            <Icon name="arrow-right" />
          </TextLink>
        </div>
        <ul className="row-aside grid auto-cols-[62%] grid-flow-col gap-3 overflow-x-auto sm:grid-flow-row sm:grid-cols-2 sm:gap-6 lg:grid-cols-4">
          {videos.map((video) => (
            <li key={video.id} className="card-lift min-w-0">
              <div className="relative">
                <Thumbnail
                  src={video.thumbnailUrl}
                  srcSet={thumbnailSrcSet(video.thumbnailUrl)}
                  sizes="(min-width: 64rem) 18rem, (min-width: 40rem) 46vw, 62vw"
                  alt=""
                  covered
                  className="rounded-cover"
                />
                <span
                  aria-hidden="true"
                  className="absolute right-3 bottom-3 flex size-12 items-center justify-center rounded-full bg-raised text-ink shadow-lifted"
                >
                  <Icon name="play" className="ml-0.5 size-5 fill-current" />
                </span>
              </div>
              {video.seconds !== null && (
                <progress
                  aria-hidden="true"
                  className="watched mt-3 block h-1.5 w-full"
                  value={Math.min(video.watchedSeconds, video.seconds)}
                  max={video.seconds}
                />
              )}
              <h3 className="row-title mt-3 line-clamp-2">
                <Link {...linkTo(`/watch/${video.id}`)} className="card-link">
                  {video.title}
                </Link>
              </h3>
              <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm text-ink-soft">
                <span className="min-w-0 break-words">{video.creatorName}</span>
                <span>
                  {!video.isBegun
                    ? t("learnerHome.notBegun")
                    : video.seconds !== null &&
                      t("learnerHome.left", { length: shortDuration(video.seconds - video.watchedSeconds) })}
                </span>
              </p>
            </li>
          ))}
        </ul>
      </section>
    </Container>
  );
}

function Owned() {
  const t = useText();
  return (
    <Badge tone="success" className="absolute top-2 left-2 text-xs shadow-card">
      <Icon name="check" className="size-4" />
      {t("learnerHome.owned")}
    </Badge>
  );
}

const parts = { line: Line, shelf: VideoShelf, owned: Owned };
