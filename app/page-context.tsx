import { createContext, useContext } from "react";

export interface PageFacts {
  nonce: string;
  requestId: string;
}

const PageContext = createContext<PageFacts>({ nonce: "", requestId: "" });

export const PageProvider = PageContext.Provider;

export function usePage(): PageFacts {
  return useContext(PageContext);
}
