import { addDays } from "../shared/calendar.ts"

/** How many days of check-ins before and after today, in the venue's time zone, are listed (PAR-031). */
export const windowDays = { before: 7, after: 60 } as const

/** Arrivals within this many days from today count as near (PAR-032). */
export const nearDays = 3

/**
 * The age in milliseconds at which a snapshot is due for a rebuild. Near arrivals must be at most 6 hours old; they are
 * due half an hour earlier to leave room for the job's interval.
 */
export const refreshAfter = { near: 5.5 * 3_600_000, far: 24 * 3_600_000 } as const

/** First and last day of a listing, both inclusive: `YYYY-MM-DD`. */
export interface ArrivalsWindow {
  readonly from: string
  readonly to: string
}

/** Whether a stay that checks in on `checkIn` is listed; `today` is the venue's. */
export const isInWindow = (checkIn: string, today: string) =>
  checkIn >= addDays(today, -windowDays.before) && checkIn <= addDays(today, windowDays.after)

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** The window narrowed to the requested dates; a date outside it moves to the nearest day inside. */
export const clampWindow = (
  window: ArrivalsWindow,
  requested: { readonly from: string | undefined; readonly to: string | undefined }
): ArrivalsWindow => {
  const clamp = (date: string) => earlier(later(date, window.from), window.to)
  return { from: clamp(requested.from ?? window.from), to: clamp(requested.to ?? window.to) }
}
