import { Schema } from "effect"

/** Lower bounds of medium and high match confidence; below `medium` it is low (PAR-067). */
export const confidenceBands = { medium: 0.5, high: 0.8 } as const

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const count = (description: string) => Count.annotateKey({ description })

/** Counts over the records of the reachable venues; records without a venue count for all-venues callers (PAR-067). */
export const InsightStats = Schema.Struct({
  guestsTotal: count("Guests with a record"),
  guestsMatched: count("Guests linked to a member"),
  guestsEnriched: count("Guests that the pipeline enriched"),
  guestsPending: count("Guests not enriched yet"),
  guestsFailed: count("Guests whose enrichment failed"),
  averageMatchConfidence: Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))).annotateKey({
    description: "Mean confidence of the matched guests, to four decimals; null if none"
  }),
  confidenceBands: Schema.Struct({
    low: count(`Below ${confidenceBands.medium}`),
    medium: count(`From ${confidenceBands.medium} to below ${confidenceBands.high}`),
    high: count(`From ${confidenceBands.high}`)
  }).annotateKey({ description: "The matched guests by confidence" }),
  lastRunAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When the latest run of the organization's pipeline ended; null before the first"
  }),
  nextRunAt: Schema.NullOr(Schema.DateTimeUtc).annotateKey({
    description: "When the next run is planned; null when not known"
  })
}).annotate({ identifier: "InsightStats" })
export interface InsightStats extends Schema.Schema.Type<typeof InsightStats> {}
