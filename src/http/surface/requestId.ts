export const requestIdHeader = "x-request-id"

const pattern = /^[A-Za-z0-9._:-]{1,128}$/

/** The caller's request id if it is valid (HUB-010, GEN-013). An invalid one is never echoed. */
export const callersRequestId = (header: string | undefined): string | undefined =>
  header !== undefined && pattern.test(header) ? header : undefined
