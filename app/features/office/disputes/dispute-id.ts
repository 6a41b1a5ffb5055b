/** As the provider writes the ids of disputes. */
export const disputeIdPattern = /^[a-z]{2,6}_[A-Za-z0-9_-]{1,200}$/;
