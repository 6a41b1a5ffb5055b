import { createContext, useContext } from "react";

export interface PageFacts {
  nonce: string;
  requestId: string;
  /** CSS custom properties of the brand's colours. */
  colourStyles: string;
  themeColours: Record<"light" | "dark", string>;
  /** The rules that the page's first view needs, where the stylesheet comes at its end. */
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
