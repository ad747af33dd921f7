import type { HttpClientResponse } from "effect/http"

/**
 * The wait that a response demands (`Retry-After`, RFC 9110 section 10.2.3), if it is a number of seconds. Dates, which
 * depend on the other system's clock, are ignored.
 */
export const retryAfterSeconds = ({ headers }: HttpClientResponse.HttpClientResponse): number | undefined => {
  const value = headers["retry-after"]?.trim() ?? ""
  return /^\d+$/.test(value) ? Number(value) : undefined
}
