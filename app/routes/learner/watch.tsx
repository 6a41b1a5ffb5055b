import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import {
  Link,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigate,
} from "@remix-run/react";
import { useMemo } from "react";
import { brandName } from "~/brand";
import { ShopFooter } from "~/features/accounts/terms/shop-footer";
import { TellsWithdrawal } from "~/features/accounts/terms/tells-withdrawal";
import { parseId } from "~/features/base/form-fields/record-id";
import { formatMoney } from "~/features/base/money/money";
import { AwaitedPaymentNotice } from "~/features/orders/checkout/awaited-payment-notice";
import { BuyForm } from "~/features/orders/checkout/buy-form";
import { isCheckoutCancelled } from "~/features/orders/checkout/checkout-addresses";
import { DisputedPurchase } from "~/features/orders/checkout/disputed-purchase";
import { usePurchaseNews, useTellPurchase } from "~/features/orders/checkout/use-purchase-news";
import { findPaidSaleId } from "~/features/orders/purchases/receipt.queries.server";
import { ChapterList } from "~/features/playback/player/chapter-list";
import { decidePageBefore } from "~/features/playback/player/page-before";
import { playVideo, type ShownVideo } from "~/features/playback/player/play-video.server";
import { PlayerBar } from "~/features/playback/player/player-bar";
import { PlayerTexts } from "~/features/playback/player/player-texts";
import { DoneForm, ProgressStrip } from "~/features/playback/player/progress-strip";
import { TextWithMoments } from "~/features/playback/player/text-with-moments";
import { Transcript } from "~/features/playback/player/transcript";
import { usePlayerElement } from "~/features/playback/player/use-player-element";
import { VideoPlayer } from "~/features/playback/player/video-player";
import { parsePosition } from "~/features/playback/positions/parse-position";
import { followVideo, type Progress, useProgress } from "~/features/playback/positions/use-progress";
import { countView } from "~/features/playback/positions/views.queries.server";
import { SearchBelow } from "~/features/shop/catalog/header-search";
import { ShopHeader } from "~/features/shop/catalog/shop-header";
import { creatorPath } from "~/features/shop/creators/handle";
import { QuestionsSection } from "~/features/shop/questions/questions-section";
import { showQuestionsOnWatchPage } from "~/features/shop/questions/show-questions.server";
import { ReviewEditor } from "~/features/shop/reviews/review-editor";
import { findOwnReviewState } from "~/features/shop/reviews/show-reviews.server";
import { Description } from "~/features/shop/sales-page/description";
import { SharePage } from "~/features/shop/sales-page/share-page";
import { findCues } from "~/features/videos/captions/captions.queries.server";
import { portraitSource } from "~/features/videos/cards/portrait-sizes";
import type { PlayingDoubt } from "~/features/videos/conversion/conversion";
import { BeingPrepared } from "~/features/videos/conversion/encoding-notice";
import { BuyerDoubt } from "~/features/videos/conversion/format-warning";
import { parseLanguage } from "~/features/videos/listing/spoken-language";
import { videoPath } from "~/features/videos/listing/video-address";
import { decideLocale } from "~/i18n/language-in-address";
import { ShopTexts } from "~/i18n/shop-texts";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { Container } from "~/ui/page-frame/container";
import { PlayerPlaceholder } from "~/ui/player-placeholder";
import { Portrait } from "~/ui/portrait";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.video.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const url = new URL(request.url);
  const videoId = parseId(params.videoId);
  const watched = videoId
    ? await playVideo(context.services, viewer, videoId, decideLocale(url))
    : ({ access: "notFound" } as const);
  if (watched.access === "notFound") {
    const flash = { tone: "error", title: "watch.notFound" } as const;
    throw await goTo("/marketplace", { request, context, flash });
  }
  // A link to a moment takes precedence over the position where the viewer stopped.
  const moment = parsePosition(url.searchParams.get("t") ?? undefined);
  if ("startSeconds" in watched && moment !== undefined) watched.startSeconds = moment;
  const language = parseLanguage(url.searchParams.get("transcript") ?? "");
  if ("captions" in watched && language) {
    const cues = await findCues(context.services.db, { videoId: watched.video.id, language });
    if (cues) watched.transcript = { language, cues };
  }
  const who = { videoId: watched.video.id, userId: viewer.userId };
  const appUrl = context.services.env.APP_URL;
  const back = decidePageBefore(request.headers.get("Referer"), appUrl);
  const findQuestions = () =>
    showQuestionsOnWatchPage(context.services.db, watched.access, { ...who, locale: decideLocale(url) });
  if (watched.access !== "bought") return { ...watched, back, appUrl, questions: await findQuestions() };
  const { db } = context.services;
  const logUncounted = (error: unknown) =>
    context.log.warn({ err: error, videoId: who.videoId }, "a view could not be counted");
  const isOpening =
    request.method === "GET" &&
    moment === undefined &&
    !language &&
    watched.player.kind !== "unavailable" &&
    !isFrom(request, url);
  const [own, receiptOf, questions] = await Promise.all([
    findOwnReviewState(db, who),
    findPaidSaleId(db, { consumerId: who.userId, videoId: who.videoId }),
    findQuestions(),
    isOpening && countView(db, who.videoId).catch(logUncounted),
  ]);
  return { ...watched, back, appUrl, own, receiptOf, questions };
}

/** Whether a request comes from the page itself, which loads its data again after a form. */
function isFrom(request: Request, page: URL): boolean {
  const referrer = request.headers.get("Referer") ?? "";
  return URL.canParse(referrer) && new URL(referrer).pathname === page.pathname;
}

/** Forms of questions bring the newest ones themselves: the player keeps its link. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !formAction?.includes("/questions");

export default function Watch() {
  return (
    <ShopTexts>
      <PlayerTexts>
        <Content />
      </PlayerTexts>
    </ShopTexts>
  );
}

function Content() {
  const watched = useLoaderData<typeof loader>();
  const { video, access } = watched;
  const isLocked = !("player" in watched);
  usePurchaseNews({ listening: isLocked, whenSeen: isLocked });
  useTellPurchase(access === "bought" || access === "processing" ? video.id : undefined);
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader search />
      <main id="main">
        <Container width={"player" in watched ? "wide" : "medium"} className="py-4 sm:py-8">
          <BackToBefore path={watched.back} />
          {"player" in watched ? (
            <Lesson watched={watched} />
          ) : (
            <>
              <h1 className="mt-3 mb-6 text-3xl sm:text-4xl">{video.title}</h1>
              {watched.access === "encoding" ? (
                <BeingPrepared video={video} percent={watched.percent} />
              ) : watched.access === "processing" ? (
                <AwaitedPaymentNotice video={video} saleId={watched.saleId} awaited={watched.awaited} />
              ) : watched.access === "disputed" ? (
                <DisputedPurchase video={video} />
              ) : (
                <MustBuy {...watched} />
              )}
              <div className="mt-6">
                <Description text={video.description} />
              </div>
            </>
          )}
        </Container>
      </main>
      <SearchBelow />
      <ShopFooter />
    </div>
  );
}

type Playing = Extract<SerializeFrom<typeof loader>, { player: unknown }>;

/**
 * On a phone: player, title, chapters and transcript, then what there is to read. On a wide screen the second are
 * beside it.
 */
function Lesson({ watched }: { watched: Playing }) {
  const t = useText();
  const locale = useLocale();
  const { video, player, chapters, captions } = watched;
  const element = usePlayerElement(video.id);
  const follow = useMemo(() => element && followVideo(element), [element]);
  const progress = useProgress(follow, `/watch/${video.id}/position`, {
    ranges: watched.watched,
    isDone: watched.isDone,
  });
  const isVideo = player.kind === "file" || player.kind === "stream";
  const hasAside = chapters.length > 0 || (isVideo && captions.length > 0);
  return (
    <div
      className={classNames(
        "mx-auto mt-3 grid gap-x-8 gap-y-6",
        hasAside
          ? "lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_24rem]"
          : "max-w-4xl grid-cols-[minmax(0,1fr)]",
      )}
    >
      <div className="min-w-0">
        <VideoPlayer
          videoId={video.id}
          player={player}
          startSeconds={watched.startSeconds}
          title={video.title}
          captions={captions}
          poster={video.thumbnailUrl}
        />
        {isVideo && <PlayerBar videoId={video.id} captions={captions} hasChapters={chapters.length > 0} />}
        <LessonHead watched={watched} progress={progress} />
      </div>
      {hasAside && (
        <div className="min-w-0 space-y-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {isVideo && captions.length > 0 && (
            <Transcript
              key={video.id}
              videoId={video.id}
              captions={captions}
              asked={watched.transcript}
              preferred={locale}
            />
          )}
          {chapters.length > 0 && <ChapterList videoId={video.id} chapters={chapters} />}
        </div>
      )}
      <div className="min-w-0 space-y-6">
        {player.kind === "file" && player.doubt && (
          <Notice tone="warn">
            {t(player.doubt === "converting" ? "player.converting" : "player.formatDoubt")}
          </Notice>
        )}
        {"secondsLeft" in player && player.secondsLeft !== null && (
          <Notice icon="clock">
            {t("player.expires")} {t("player.expiresNotAccess")}
          </Notice>
        )}
        <Description
          text={video.description}
          renderText={(text) => <TextWithMoments videoId={video.id} text={text} seconds={watched.seconds} />}
        />
        {watched.questions && <QuestionsSection shown={watched.questions} />}
        {"own" in watched && watched.own && (
          <ReviewEditor videoId={video.id} own={watched.own.review} back="watch" />
        )}
      </div>
    </div>
  );
}

/** Title, who teaches, and how far the viewer has come. */
function LessonHead({ watched, progress }: { watched: Playing; progress: Progress }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { video, creator } = watched;
  return (
    <>
      <div className="mt-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 flex-1 basis-72 text-3xl break-words sm:text-4xl">{video.title}</h1>
        <DoneForm videoId={video.id} isDone={progress.isDone} />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        {creator && (
          <Link
            {...linkTo(creatorPath(creator.handle))}
            className="flex min-h-11 min-w-0 items-center gap-3 font-semibold underline-offset-4 hover:underline"
          >
            <Portrait {...portraitSource(creator.portraitKey)} name={creator.name} sizes="2rem" />
            <span className="min-w-0 break-words">{creator.name}</span>
          </Link>
        )}
        {"receiptOf" in watched && watched.receiptOf && (
          <ButtonLink {...linkTo(`/purchases/${watched.receiptOf}/receipt`)} variant="quiet" size="small">
            {t("player.receipt")}
          </ButtonLink>
        )}
      </div>
      <SharePage
        label={`${t("player.share")}: ${video.title}`}
        appUrl={watched.appUrl}
        path={videoPath(video)}
        title={video.title}
      />
      <ProgressStrip
        key={video.id}
        videoId={video.id}
        startSeconds={watched.startSeconds}
        seconds={watched.seconds}
        progress={progress}
      />
    </>
  );
}

/** Back to the page before: by the history where script runs, else by its address. */
function BackToBefore({ path }: { path: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const navigate = useNavigate();
  return (
    <BackLink
      {...linkTo(path)}
      onClick={(event) => {
        // Only within what this document opened: before it there may be the payment page, or another site.
        if (!((window.history.state as { idx?: number } | null)?.idx ?? 0)) return;
        event.preventDefault();
        navigate(-1);
      }}
    >
      {t("common.back")}
    </BackLink>
  );
}

interface MustBuyProps {
  video: ShownVideo;
  refunded: boolean;
  failed: boolean;
  doubt?: PlayingDoubt;
}

function MustBuy({ video, refunded, failed, doubt }: MustBuyProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { search } = useLocation();
  return (
    <PlayerPlaceholder
      thumbnailUrl={video.thumbnailUrl}
      icon="lock"
      title={t("player.mustBuyTitle")}
      actions={
        <>
          <BuyForm videoId={video.id} priceCents={video.priceCents} size="large">
            {t("watch.buy", { price: formatMoney(video.priceCents, video.currency, locale) })}
          </BuyForm>
          <ButtonLink {...linkTo("/marketplace")} variant="secondary" size="large">
            {t("watch.toMarketplace")}
          </ButtonLink>
          <ButtonLink {...linkTo(`/watch/${video.id}`)} variant="quiet" size="large" reloadDocument>
            {t("common.refresh")}
          </ButtonLink>
        </>
      }
    >
      {(isCheckoutCancelled(search) || (failed && !refunded)) && (
        <Notice role="status" className="mt-4 text-left">
          {t("player.cancelled")}
        </Notice>
      )}
      <p className="mt-2 text-ink-soft">{t(refunded ? "player.refunded" : "player.mustBuyText")}</p>
      {doubt && <BuyerDoubt doubt={doubt} className="mt-4" />}
      <TellsWithdrawal className="mt-4" />
    </PlayerPlaceholder>
  );
}
