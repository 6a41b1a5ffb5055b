/** Responds with a CSV file, read no faster than the client reads: work stops when it disconnects. */
export function answerCsv(fileName: string, parts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else if (value !== "") controller.enqueue(encoder.encode(value));
      else controller.enqueue(new Uint8Array());
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, { headers: csvHeaders(fileName) });
}

export function csvHeaders(fileName: string) {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName}"`,
  };
}
