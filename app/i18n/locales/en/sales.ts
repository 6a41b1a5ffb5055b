export const sales = {
  pending: "Pending",
  processing: "Processing",
  completed: "Paid",
  failed: "Failed",
  refunded: "Refunded",
  disputed: "Disputed",
} as const;
