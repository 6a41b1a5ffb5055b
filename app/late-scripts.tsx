import { Scripts } from "@remix-run/react";
import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from "react";

const modulesId = "page-modules";

/**
 * Runs in the page: loads its modules after the first view, with the first picture, has been painted. A page in the
 * background is not painted, and a picture may be slow: it waits 1.5 s at most.
 */
const startModules = `(() => {
  const inert = document.getElementById("${modulesId}");
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
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
  const painted = () => requestAnimationFrame(() => setTimeout(start));
  const picture = document.querySelector('img[fetchpriority="high"]');
  if (document.hidden) return start();
  if (!picture || picture.complete) painted();
  else for (const event of ["load", "error"]) picture.addEventListener(event, painted);
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, start, { once: true, passive: true });
  setTimeout(start, 1500);
})()`.replace(/\n\s*/g, "\n");

/**
 * Remix's `<Scripts>`, whose modules are loaded after the first view has been painted. On a slow connection a hundred
 * kilobytes of script would delay text and pictures that do not need it (decision 0278, modules after the first view).
 */
export function LateScripts(props: { nonce: string }) {
  const modules: string[] = [];
  // Called as a function, because the elements it returns take no properties from outside.
  const scripts = holdModules(Scripts(props), modules);
  return (
    <>
      {scripts}
      {modules.length > 0 && (
        <script
          nonce={props.nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
          dangerouslySetInnerHTML={{ __html: startModules }}
        />
      )}
    </>
  );
}

/** Leaves out the preloads, collects their paths in `modules`, and makes the script that imports the modules inert. */
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
