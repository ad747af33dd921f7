/** Days before and after today, in the venue's time zone, whose check-ins are listed (PAR-031). */
export const windowDays = { before: 7, after: 60 } as const

/** Days from today on within which an arrival counts as near (PAR-032). */
export const nearDays = 3

/**
 * How old a snapshot gets before it is taken again, in milliseconds. Near arrivals are promised within 6 hours, so
 * theirs is due half an hour early: the job's own pace then never breaks the promise.
 */
export const refreshAfter = { near: 5.5 * 3_600_000, far: 24 * 3_600_000 } as const

/** First and last day of a listing, both included: `YYYY-MM-DD`. */
export interface ArrivalsWindow {
  readonly from: string
  readonly to: string
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** The window cut to what was asked for: an asked date outside of it is moved to its nearest day. */
export const clampWindow = (
  window: ArrivalsWindow,
  asked: { readonly from: string | undefined; readonly to: string | undefined }
): ArrivalsWindow => {
  const clamp = (date: string) => earlier(later(date, window.from), window.to)
  return { from: clamp(asked.from ?? window.from), to: clamp(asked.to ?? window.to) }
}
