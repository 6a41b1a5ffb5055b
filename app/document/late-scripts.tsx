import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";
import { installOfferName } from "~/features/base/install/banner-rules";

const modulesId = "page-modules";

export const lateStylesId = "late-styles";

// Before the install banner, which comes after three seconds.
const latestStartMs = 2_500;

/** Loads the modules and the rest of the stylesheet. Keeps an early install offer (`banner-rules.ts`). */
const start = `
  const inert = document.getElementById("${modulesId}");
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    const styles = document.getElementById("${lateStylesId}");
    if (styles) styles.media = "all";
    for (const path of new Set(inert.dataset.preload.split(" "))) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.fetchPriority = "low";
      link.href = path;
      document.body.append(link);
    }
    const script = document.createElement("script");
    script.type = "module";
    script.nonce = inert.nonce;
    script.textContent = inert.textContent;
    document.body.append(script);
  };
  const startAt = (events) => {
    for (const event of events) addEventListener(event, start, { once: true, passive: true });
  };
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    window.${installOfferName} = event;
  });`;

/** After the first view and picture are painted; 1.5 s at most, since a background page is not painted. */
const startAfterView = `
  const painted = () => requestAnimationFrame(() => setTimeout(start));
  const picture = document.querySelector('img[fetchpriority="high"]');
  if (document.hidden) return start();
  if (!picture || picture.complete) painted();
  else for (const event of ["load", "error"]) picture.addEventListener(event, painted);
  startAt(["pointerdown", "keydown"]);
  setTimeout(start, 1500);`;

const startAtTouch = `
  startAt(["pointerdown", "pointermove", "wheel", "keydown", "focusin", "click"]);
  setTimeout(start, ${latestStartMs});`;

const inPage = (code: string) => `(() => {${start}${code}\n})()`.replace(/\n\s*/g, "\n");
// Server only: the page's modules do not carry them.
const startModules = import.meta.env.SSR
  ? { view: inPage(startAfterView), touch: inPage(startAtTouch) }
  : { view: "", touch: "" };

/** Remix's `<Scripts>`, delayed: on slow connections they would hold up text and pictures. */
export function LateScripts({ startAt, ...props }: { nonce: string; startAt: "view" | "touch" }) {
  const modules: string[] = [];
  // Called, because its elements accept no properties.
  const scripts = holdModules(Scripts(props), modules);
  return (
    <>
      {scripts}
      {modules.length > 0 && (
        <script
          nonce={props.nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
          dangerouslySetInnerHTML={{ __html: startModules[startAt] }}
        />
      )}
    </>
  );
}

/** Moves the preloads' paths to `modules`, and makes the importing script inert. */
function holdModules(node: ReactNode, modules: string[]): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode; rel?: string; href?: string; type?: string }>(child))
      return child;
    if (child.type === Fragment) return cloneElement(child, {}, holdModules(child.props.children, modules));
    if (child.type === "link" && child.props.rel === "modulepreload") {
      modules.push(child.props.href ?? "");
      return null;
    }
    if (child.type !== "script" || child.props.type !== "module") return child;
    const inert = { id: modulesId, type: "text/plain", async: undefined, "data-preload": modules.join(" ") };
    return cloneElement(child, inert as object);
  });
}
