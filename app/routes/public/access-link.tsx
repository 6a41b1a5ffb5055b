import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { readAccessCode, showAccessLink, takeAccess } from "~/features/orders/gifts/take-access.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale, withoutLanguage } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { listSigningSecrets } from "~/platform/env.server";
import { readText } from "~/platform/forms/forms.server";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";
import { Button, ButtonLink } from "~/ui/button";
import { Thumbnail } from "~/ui/thumbnail";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "accessLink"),
  { name: "robots", content: "noindex" },
];

/** A GET changes nothing, because mail programs open links too. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const text = serverTexts[decideLocale(url)];
  const { db, env } = context.services;
  const viewer = await currentViewer(context, request);
  const link = readAccessCode(listSigningSecrets(env), params.code);
  const shown = link && (await showAccessLink(db, link, viewer?.userId));
  const page = withoutLanguage(url.pathname);
  const video = shown && { title: shown.title, thumbnailUrl: shown.thumbnailUrl, message: shown.message };
  const title = shown ? text(`giftPage.${shown.kind}Title`, { name: shown.from }) : text("giftPage.title");
  const ended = shown ? shown.state : "unknown";
  if (!shown || ended === "gone" || ended === "taken") {
    const say = text(ended === "gone" || ended === "taken" ? `giftPage.${ended}` : "giftPage.unknown");
    const next = { to: "/marketplace", label: text("giftPage.shop") };
    return { title, video: shown?.state === "gone" ? undefined : video, say, take: undefined, next };
  }
  if (shown.state === "yours") {
    const next = { to: `/watch/${shown.productId}`, label: text("giftPage.watch") };
    return { title, video, say: text("giftPage.yours"), take: undefined, next };
  }
  if (viewer)
    return {
      title,
      video,
      say: text(`giftPage.${shown.kind}Text`),
      take: text("giftPage.take"),
      next: undefined,
    };
  const login = `/consumer-login?${new URLSearchParams({ tab: "signup", redirectTo: page })}`;
  const next = { to: login, label: text("giftPage.login") };
  const say = `${text(`giftPage.${shown.kind}Text`)} ${text("giftPage.loginText")}`;
  return { title, video, say, take: undefined, next };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const url = new URL(request.url);
  const backTo = withoutLanguage(url.pathname);
  const { userId } = await requireViewer({ request, context, backTo });
  await readText(request, 4096);
  const link = readAccessCode(listSigningSecrets(context.services.env), params.code);
  if (!link) throw new Response(null, { status: 404 });
  const taken = await takeAccess(context.services, link, userId);
  if (taken.ok) {
    const flash = { tone: "success", title: "marketplace.bought" } as const;
    return goTo(`/watch/${taken.productId}`, { request, context, flash });
  }
  const flash = { tone: "info", title: `giftPage.${taken.error}` } as const;
  return goTo(backTo, { request, context, flash });
}

export default function AccessLink() {
  const { title, video, say, take, next } = useLoaderData<typeof loader>();
  const linkTo = useLinkTo();
  const taking = useNavigation().formData !== undefined;
  return (
    <CardPage backTo={linkTo("/").to} title={title}>
      {video && (
        <>
          <Thumbnail src={video.thumbnailUrl} alt="" eager="first" className="rounded-card" />
          <p className="mt-4 text-xl font-bold break-words">{video.title}</p>
          {video.message && (
            <blockquote className="mt-3 border-l-4 border-line-strong pl-4 break-words whitespace-pre-line">
              {video.message}
            </blockquote>
          )}
        </>
      )}
      <p className="mt-2 text-ink-soft">{say}</p>
      {take && (
        <Form method="post" className="mt-6">
          <Button className="w-full" size="large" pending={taking}>
            {take}
          </Button>
        </Form>
      )}
      {next && (
        <ButtonLink {...linkTo(next.to)} size="large" className="mt-6 w-full">
          {next.label}
        </ButtonLink>
      )}
    </CardPage>
  );
}
