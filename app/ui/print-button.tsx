import { Button } from "./button";
import { useHydrated } from "./hydrated";

/** Opens the browser's print dialog; shown only with script, which it needs. */
export function PrintButton({ children }: { children: string }) {
  if (!useHydrated()) return null;
  return (
    <Button type="button" variant="secondary" size="small" className="print:hidden" onClick={() => print()}>
      {children}
    </Button>
  );
}
