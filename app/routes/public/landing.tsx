import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import { useKnownViewer } from "~/features/base/accounts/use-root-data";
import { AccountWays } from "~/features/shop/catalog/account-links";
import { CreatorPanel, Hero, LearnerPanel, Newest } from "~/features/shop/catalog/landing-sections";
import { listOwned, showLanding, showLearner } from "~/features/shop/catalog/show-landing.server";
import { publicPageMeta } from "~/features/shop/sharing/open-graph";
import { LanguageSwitch } from "~/i18n/language-switch";
import { currencies } from "~/i18n/money";
import { pageTexts } from "~/i18n/text-group";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { keepOut } from "~/platform/responses.server";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { lazyForm } from "~/ui/forms/lazy-form";
import { Icon, type IconName } from "~/ui/icons";
import { AppHeader } from "~/ui/page-frame/app-header";
import { Container } from "~/ui/page-frame/container";

const LandingTexts = pageTexts(import.meta.glob("~/i18n/locales/*/landing.ts"));

export const meta: MetaFunction = (context) => publicPageMeta(context, "landing", "tagline");

const LearnerPart = lazyForm(
  "#learner",
  async () => (await import("~/features/shop/catalog/learner-home")).LearnerPart,
);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const [shop, learner] = await Promise.all([
    showLanding(context.services, () => keepOut(context)),
    viewer ? showLearner(context.services, viewer.userId) : null,
  ]);
  const owned = viewer ? await listOwned(context.services, viewer.userId, shop.shelf) : [];
  return { ...shop, learner, owned };
}

export default function LandingRoute() {
  return (
    <LandingTexts>
      <Landing />
    </LandingTexts>
  );
}

function Landing() {
  const { stave, learner, shelf, videosInShop, owned } = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <div className="flex min-h-dvh flex-col">
      <LandingHeader />
      <main id="main">
        <Hero stave={stave}>{learner && <LearnerPart learner={learner} part="line" />}</Hero>
        {learner ? (
          <LearnerPart learner={learner} part="shelf" />
        ) : (
          <Container className="relative grid gap-4 *:min-w-0 sm:gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
            <CreatorPanel />
            <LearnerPanel />
          </Container>
        )}
        <Newest
          shelf={shelf}
          videosInShop={videosInShop}
          owned={owned}
          ownedBadge={learner && <LearnerPart learner={learner} part="owned" />}
        />
        <Container className="mt-12 mb-14 lg:mt-24 lg:mb-24">
          <section
            aria-label={t("landing.featuresTitle")}
            className="grid gap-10 border-t border-line pt-10 sm:grid-cols-3 lg:pt-12"
          >
            <Feature icon="star" title={t("landing.premiumTitle")} text={t("landing.premiumText")} />
            <Feature icon="globe" title={t("landing.communityTitle")} text={t("landing.communityText")} />
            <Feature icon="shield" title={t("landing.secureTitle")} text={t("landing.secureText")} />
          </section>
        </Container>
      </main>
      <ShopFooter />
    </div>
  );
}

function LandingHeader() {
  const t = useText();
  const linkTo = useLinkTo();
  const viewer = useKnownViewer();
  const ways = viewer && <AccountWays viewer={viewer} />;
  return (
    <AppHeader
      homeTo={linkTo("/").to}
      navLabel={t("landing.nav")}
      nav={[
        { to: linkTo("/marketplace").to, label: t("landing.browse") },
        ...(viewer ? [] : [{ to: linkTo("/creator-register").to, label: t("landing.teach") }]),
      ]}
      menuLabel={viewer ? t("common.menu") : undefined}
      menuEnd={ways}
      wideRight={ways}
      right={
        <>
          <Badge className="max-sm:hidden">{`${currencies[0]} (R$)`}</Badge>
          <LanguageSwitch />
          {!viewer && (
            <ButtonLink {...linkTo("/consumer-login")} variant="secondary" size="small">
              {t("landing.login")}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

function Feature({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div>
      <Icon name={icon} className="size-7 text-forest-ink" />
      <h2 className="mt-3 text-xl">{title}</h2>
      <p className="mt-1 text-ink-soft">{text}</p>
    </div>
  );
}
