import { useBlocker, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { TextLink } from "~/ui/text-link";
import { isUnderWay, useOutgoing } from "./use-outgoing";

export function OutgoingStrip() {
  const t = useText();
  const linkTo = useLinkTo();
  const { pathname } = useLocation();
  const files = useOutgoing().filter(isUnderWay);
  const [first] = files;
  if (!first) return null;
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const sent = files.reduce((sum, each) => sum + each.sent, 0);
  const isHere = files.length === 1 && pathname.includes(first.videoId);
  return (
    <>
      <LeaveWarning />
      {!isHere && (
        <p className="mb-6 rounded-control bg-success-soft px-4 py-2.5 text-sm text-on-success-soft tabular-nums">
          {t("uploads.onTheirWay", { count: files.length })} · {Math.floor((sent / bytes) * 100)} %{" "}
          <TextLink
            {...linkTo(files.length === 1 ? `/creator/videos/${first.videoId}/edit` : "/creator/videos")}
          >
            {t("uploads.toThem")}
          </TextLink>
        </p>
      )}
    </>
  );
}

/**
 * Asks before the page is left: with this question where the app navigates, with the browser's own where it closes or
 * reloads. At most one with a question at a time: the router supports one blocker.
 */
export function LeaveWarning({ question }: { question?: string }) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return question ? <NavigationQuestion question={question} /> : null;
}

function NavigationQuestion({ question }: { question: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
  return null;
}
