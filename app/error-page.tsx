import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { usePage } from "~/page-context";
import { isLostLine } from "~/platform/network-failure";
import { ButtonLink } from "~/ui/button";
import { Container } from "~/ui/container";
import { Logo } from "~/ui/logo";
import { useHydrated } from "./ui/hydrated";

/** What a page shows when it failed: the 404 of product.md, Unknown path, or a plain page with the request's id. */
export function ErrorPage() {
  const error = useRouteError();
  const t = useText();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (isLostLine(error)) return <LostPage />;
  const tooLarge = isRouteErrorResponse(error) && error.status === 413;
  return (
    <Frame title={t("errors.title")} text={tooLarge ? t("errors.tooLarge") : t("errors.text")}>
      <RequestCode />
    </Frame>
  );
}

/** product.md, Unknown path. */
export function NotFound() {
  const t = useText();
  return <Frame title={t("errors.notFoundTitle")} text={t("errors.notFound")} />;
}

/** Its address is already this page's: loaded whole, it is asked for once more. */
function LostPage() {
  const t = useText();
  const { pathname, search } = useLocation();
  return (
    <Frame
      title={t("errors.noAnswerTitle")}
      text={t("errors.pageLost")}
      action={
        <ButtonLink to={pathname + search} reloadDocument>
          {t("errors.tryAgain")}
        </ButtonLink>
      }
    />
  );
}

interface FrameProps {
  title: string;
  text: string;
  /** What helps more than the way home. */
  action?: ReactNode;
  children?: ReactNode;
}

function Frame({ title, text, action, children }: FrameProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <main id="main" className="flex min-h-dvh flex-col items-center justify-center py-16 text-center">
      <Container width="narrow">
        <div className="mb-8 flex justify-center">
          <Logo markClassName="size-14" />
        </div>
        <h1 className="text-5xl sm:text-6xl">{title}</h1>
        <p className="mt-4 text-lg text-ink-soft">{text}</p>
        {children}
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {action}
          <ButtonLink {...linkTo("/")} variant={action ? "secondary" : "primary"}>
            {t("errors.returnHome")}
          </ButtonLink>
        </div>
      </Container>
    </main>
  );
}

/** The id belongs to the request of the page itself: after a navigation by script it would name the wrong one. */
function RequestCode() {
  const t = useText();
  const { requestId } = usePage();
  const hydrated = useHydrated();
  // Kept from the first time this is shown: on the server's own page nothing is hydrated yet.
  const [fromServer] = useState(!hydrated);
  if (!fromServer || !requestId) return null;
  return <p className="mt-4 text-sm text-ink-faint">{t("errors.requestId", { id: requestId })}</p>;
}
