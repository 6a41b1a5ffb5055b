import { createContext, useContext } from "react";

export interface PageFacts {
  nonce: string;
  requestId: string;
  colourStyles: string;
  themeColours: Record<"light" | "dark", string>;
  /** Rules of the first view, if the stylesheet comes at the page's end. */
  firstStyles?: string | undefined;
}

const PageContext = createContext<PageFacts>({
  nonce: "",
  requestId: "",
  colourStyles: "",
  themeColours: { light: "", dark: "" },
});

export const PageProvider = PageContext.Provider;

export function usePage(): PageFacts {
  return useContext(PageContext);
}
