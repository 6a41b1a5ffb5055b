/** The longest review or reply, in characters. */
export const reviewMaxLength = 2_000;

/** The longest reason of a report, in characters: the table's limit. */
export const reportReasonMaxLength = 500;

/** The longest reason for hiding a review, in characters: the table's and the audit log's limit. */
export const hiddenReasonMaxLength = 500;
