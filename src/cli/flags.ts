import { Duration, Option, Schema } from "effect"
import { Flag } from "effect/cli"
import { IsoInstant } from "../domain/shared/IsoInstant.ts"
import { CalendarDate } from "../domain/shared/Scalars.ts"

/** Prints only the result as JSON on standard output. */
export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print the result as JSON"), Flag.withDefault(false))

/** The organization that a command works on. */
export const organizationFlag = Flag.String("organization").pipe(
  Flag.withMetavar("ORGANIZATION"),
  Flag.withDescription("Slug or id of the organization")
)

/** Reports the effect of a file and writes nothing. */
export const dryRunFlag = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Show what would be done without writing anything"),
  Flag.withDefault(false)
)

const milliseconds: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const parsePeriod = (text: string): Option.Option<Duration.Duration> => {
  const amount = text.slice(0, -1)
  const unit = milliseconds[text.slice(-1)]
  return unit === undefined || !/^\d{1,5}$/.test(amount)
    ? Option.none()
    : Option.some(Duration.millis(Number(amount) * unit))
}

/** A duration such as `90d`, `24h`, `30m` or `45s`. */
export const period = (name: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("PERIOD"),
    Flag.filterMap(parsePeriod, () => "a number of at most five digits, followed by s, m, h or d, such as 90d")
  )

const isCalendarDate = Schema.is(CalendarDate)

/** A calendar date such as `2026-10-31`. */
export const calendarDate = (name: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("DATE"),
    Flag.filter(isCalendarDate, () => "a date that exists, such as 2026-10-31")
  )

const parseInstant = Schema.decodeOption(IsoInstant)

/** A time such as `2027-01-31T09:00:00Z`, or a date, which is midnight UTC. */
export const instant = (name: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar("TIME"),
    Flag.filterMap(parseInstant, () => "a date that exists, such as 2027-01-31, or a time such as 2027-01-31T09:00:00Z")
  )

const parseUrl = (text: string): Option.Option<string> => {
  const url = URL.parse(text)
  const isBase = url !== null && ["http:", "https:"].includes(url.protocol) && url.search === "" && url.hash === ""
  return isBase ? Option.some(text.trim().replace(/\/+$/, "")) : Option.none()
}

/** The URL at which clients reach the service; defaults to the configured one. */
export const baseUrlFlag = Flag.String("base-url").pipe(
  Flag.withMetavar("URL"),
  Flag.withDescription("URL of the service [default: PUBLIC_URL, or http://HOST:PORT]"),
  Flag.filterMap(parseUrl, () => "an http or https URL without query or fragment"),
  Flag.optional
)
