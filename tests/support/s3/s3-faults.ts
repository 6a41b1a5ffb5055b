export const s3Operations = [
  "PutObject",
  "GetObject",
  "HeadObject",
  "DeleteObject",
  "CreateMultipartUpload",
  "UploadPart",
  "CompleteMultipartUpload",
  "AbortMultipartUpload",
  "ListMultipartUploads",
  "ListParts",
  "GetBucketCors",
  "PutBucketCors",
  "GetBucketLifecycleConfiguration",
  "PutBucketLifecycleConfiguration",
] as const;

export type S3Operation = (typeof s3Operations)[number];

/**
 * How a request fails: `hang` never responds; `error` responds 500; `drop` closes the connection at once;
 * `lose-answer` does the work and then closes the connection; `truncate` sends half the object and closes the
 * connection (GetObject).
 */
export type S3Fault = "hang" | "error" | "drop" | "lose-answer" | "truncate";

export type FaultPlan = {
  how: S3Fault;
  /** By default all. */
  operation?: S3Operation;
  /** Requests that succeed first, by default 0. */
  after?: number;
  /** Requests that fail, by default all further ones. */
  times?: number;
};

export function createFaults() {
  let plans: { plan: FaultPlan; seen: number }[] = [];
  return {
    add(plan: FaultPlan): void {
      plans.push({ plan, seen: 0 });
    },
    clear(): void {
      plans = [];
    },
    next(operation: S3Operation): S3Fault | undefined {
      let fault: S3Fault | undefined;
      for (const entry of plans) {
        const { how, after = 0, times = Number.POSITIVE_INFINITY } = entry.plan;
        if (entry.plan.operation && entry.plan.operation !== operation) continue;
        if (entry.seen >= after && entry.seen < after + times) fault ??= how;
        entry.seen += 1;
      }
      return fault;
    },
  };
}
