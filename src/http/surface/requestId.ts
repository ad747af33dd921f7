export const requestIdHeader = "x-request-id"

const pattern = /^[A-Za-z0-9._:-]{1,128}$/

/** The id that a caller gave their request, if it is one (HUB-010, GEN-013); anything else is replaced, never reflected. */
export const callersRequestId = (sent: string | undefined): string | undefined =>
  sent !== undefined && pattern.test(sent) ? sent : undefined
