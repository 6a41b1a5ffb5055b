import { createContext, useContext } from "react";

/** What the server knows of this one page and its markup needs. */
export interface PageFacts {
  /** Lets our own script and style through. */
  nonce: string;
  requestId: string;
}

const PageContext = createContext<PageFacts>({ nonce: "", requestId: "" });

export const PageProvider = PageContext.Provider;

export function usePage(): PageFacts {
  return useContext(PageContext);
}
