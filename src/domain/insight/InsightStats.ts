import { Schema } from "effect"

/** From this confidence on a match counts as of medium or high confidence; below `medium` it is low (PAR-067). */
export const confidenceBands = { medium: 0.5, high: 0.8 } as const

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const count = (description: string) => Count.annotateKey({ description })

/** Counts over the records of the reachable venues; records without a venue count for all-venues callers (PAR-067). */
export const InsightStats = Schema.Struct({
  guestsTotal: count("Guests with a record"),
  guestsMatched: count("Those linked to a member"),
  guestsEnriched: count("Those that the pipeline enriched"),
  guestsPending: count("Those that it has not enriched yet"),
  guestsFailed: count("Those that it could not enrich"),
  averageMatchConfidence: Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))).annotateKey({
    description: "Mean confidence of the matched guests, to four decimals; null without any"
  }),
  confidenceBands: Schema.Struct({
    low: count(`Below ${confidenceBands.medium}`),
    medium: count(`From ${confidenceBands.medium} to below ${confidenceBands.high}`),
    high: count(`From ${confidenceBands.high}`)
  }).annotateKey({ description: "The matched guests by the confidence of their match" }),
  lastRunAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When the latest run of the organization's pipeline ended; null before the first"
  }),
  nextRunAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When the next run is planned; null when it is not known"
  })
}).annotate({ identifier: "InsightStats" })
export interface InsightStats extends Schema.Schema.Type<typeof InsightStats> {}
