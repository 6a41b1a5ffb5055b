/**
 * Whether a value is an error of this name. The server and the pages are bundled apart, each with its own copy of every
 * class, so an adapter's error is never an instance of the class that a page knows. Adapters' errors say with this what
 * `instanceof` means for them.
 */
export function isErrorNamed(value: unknown, name: string): boolean {
  return value instanceof Error && value.name === name;
}
