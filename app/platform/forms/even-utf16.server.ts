/** Missing in Node's types; busboy and `Buffer.toString` decode UTF-16 by it. */
interface DecodesUtf16 {
  ucs2Slice(start?: number, end?: number): string;
}

/**
 * Makes Node decode whole UTF-16 units alone, in this process. Node 24.21 copies the odd last byte of unaligned bytes
 * past its buffer, so that one form part with `charset=utf-16le` ended the server. The byte was never decoded.
 * Other parsers that stream decode in the same way. To be removed when Node passes `strange-forms.night.test.ts` without it.
 */
export function decodeEvenUtf16(): void {
  const prototype = Buffer.prototype as unknown as DecodesUtf16;
  const decode = prototype.ucs2Slice;
  prototype.ucs2Slice = function ucs2Slice(this: Buffer, start = 0, end = this.length) {
    return decode.call(this, start, end - ((end - start) & 1));
  };
}
