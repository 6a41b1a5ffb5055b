import type { MetaFunction } from "@remix-run/node";
import type { ReactNode } from "react";
import { currencies } from "~/features/money/currency";
import { LanguageSwitch } from "~/i18n/language-switch";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { AppHeader } from "~/ui/app-header";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Container } from "~/ui/container";
import { Icon, type IconName } from "~/ui/icons";
import { SingingBird } from "~/ui/singing-bird";
import { SiteFooter } from "~/ui/site-footer";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = ({ location }) => metaText(location, "landing", "tagline");

export default function Landing() {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="flex min-h-dvh flex-col">
      <AppHeader
        homeTo={linkTo("/").to}
        right={
          <>
            <Badge tone="neutral">{`${currencies[0]} (R$)`}</Badge>
            <LanguageSwitch />
          </>
        }
      />
      <main id="main">
        <Container className="grid items-center gap-8 py-10 sm:py-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-12">
          <div className="max-lg:text-center">
            <h1 className="text-4xl text-balance sm:text-5xl xl:text-6xl">{t("landing.title")}</h1>
            <p className="mt-5 text-lg text-ink-soft sm:text-xl">{t("landing.tagline")}</p>
            <p className="mt-4">
              <TextLink {...linkTo("/marketplace")} className="gap-2 text-lg">
                {t("landing.browse")}
                <Icon name="arrow-right" />
              </TextLink>
            </p>
          </div>
          <SingingBird className="mx-auto max-w-60 sm:max-w-sm lg:max-w-none" />
        </Container>
        <Container className="grid gap-6 pb-16 sm:grid-cols-2 sm:pb-24">
          <Audience
            icon="video"
            title={t("landing.creatorTitle")}
            text={t("landing.creatorText")}
            action={<ButtonLink {...linkTo("/creator-login")}>{t("landing.creatorButton")}</ButtonLink>}
          />
          <Audience
            icon="play"
            title={t("landing.learnerTitle")}
            text={t("landing.learnerText")}
            action={
              <ButtonLink {...linkTo("/consumer-login")} variant="secondary">
                {t("landing.learnerButton")}
              </ButtonLink>
            }
          />
        </Container>
        <section aria-label={t("landing.featuresTitle")} className="bg-forest text-on-forest">
          <Container className="grid gap-10 py-14 sm:grid-cols-3 sm:py-20">
            <Feature icon="star" title={t("landing.premiumTitle")} text={t("landing.premiumText")} />
            <Feature icon="globe" title={t("landing.communityTitle")} text={t("landing.communityText")} />
            <Feature icon="shield" title={t("landing.secureTitle")} text={t("landing.secureText")} />
          </Container>
        </section>
      </main>
      <SiteFooter text={t("common.footer", { year: 2024 })} />
    </div>
  );
}

function Audience(props: { icon: IconName; title: string; text: string; action: ReactNode }) {
  return (
    <Card as="section" className="flex flex-col items-start p-7 sm:p-9">
      <span className="flex size-14 items-center justify-center rounded-full bg-primary-soft text-on-primary-soft">
        <Icon name={props.icon} className="size-7" />
      </span>
      <h2 className="mt-5 text-2xl">{props.title}</h2>
      <p className="mt-2 mb-7 text-ink-soft">{props.text}</p>
      <div className="mt-auto w-full *:w-full">{props.action}</div>
    </Card>
  );
}

function Feature({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div>
      <Icon name={icon} className="size-8 text-bird-breast" />
      <h2 className="mt-4 text-xl">{title}</h2>
      <p className="mt-2 opacity-90">{text}</p>
    </div>
  );
}
