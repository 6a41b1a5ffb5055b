import routes from "~/routes";

export interface ListedRoute {
  id: string;
  /** The ids of the layouts around it, outermost first. */
  layouts: string[];
}

type Entry = (typeof routes)[number];

/** Returns every route of `app/routes.ts`, including layouts, by the ids that Remix gives them. */
export function listRoutes(entries: readonly Entry[] = routes, layouts: string[] = []): ListedRoute[] {
  return entries.flatMap((entry) => {
    const id = entry.id ?? entry.file.replace(/\.tsx?$/, "");
    return [{ id, layouts }, ...listRoutes(entry.children ?? [], [...layouts, id])];
  });
}
