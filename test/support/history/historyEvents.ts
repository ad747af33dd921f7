import * as fc from "fast-check"
import type { OfferName } from "../../../src/demo/offerPlan.ts"
import { type Event, stayWords, triggers } from "./history.ts"

const place = fc.nat({ max: 11 })
const member = fc.nat({ max: 3 })
const asset = fc.constantFrom("VALID" as const, "CREDIT" as const)
const spend = fc.integer({ min: 1, max: 900 })

/** Sometimes null. */
const maybe = (of: fc.Arbitrary<number>): fc.Arbitrary<number | null> => fc.option(of, { nil: null, freq: 4 })

/** One of each kind: with and without approval, code, venue, stay, refund on expiry, and one that expires soon. */
const offers = [
  "breakfast",
  "spa",
  "dinner",
  "museum",
  "late_checkout",
  "transfer",
  "upgrade",
  "tasting",
  "journey",
  "unknown_type",
  "stay_gift",
  "refundable",
  "short_lived",
  "sold_out"
] as const satisfies ReadonlyArray<OfferName>

const weighted: ReadonlyArray<readonly [weight: number, fc.Arbitrary<Event>]> = [
  [
    5,
    fc.record({
      kind: fc.constant("give" as const),
      member,
      asset,
      points: fc.integer({ min: 1, max: 900 }),
      days: fc.integer({ min: 1, max: 60 })
    })
  ],
  [1, fc.record({ kind: fc.constant("take" as const), member, asset, points: fc.integer({ min: 1, max: 500 }) })],
  [
    3,
    fc.record({
      kind: fc.constant("book" as const),
      member: maybe(member),
      daysAhead: fc.integer({ min: -4, max: 5 }),
      spend: maybe(spend)
    })
  ],
  [
    4,
    fc.record({ kind: fc.constant("tell" as const), stay: place, change: fc.constantFrom(...stayWords), spend, member })
  ],
  [
    9,
    fc.record({
      kind: fc.constant("claim" as const),
      member,
      offer: fc.constantFrom(...offers),
      stay: maybe(place)
    })
  ],
  [14, fc.record({ kind: fc.constant("command" as const), claim: place, trigger: fc.constantFrom(...triggers) })],
  [4, fc.record({ kind: fc.constant("wait" as const), hours: fc.constantFrom(1, 3, 25, 75, 200, 800) })],
  [3, fc.record({ kind: fc.constant("jobs" as const) })],
  [2, fc.record({ kind: fc.constant("read" as const), member })],
  [1, fc.record({ kind: fc.constant("favorite" as const), member })],
  [1, fc.record({ kind: fc.constant("merge" as const), from: member, to: member })],
  [1, fc.record({ kind: fc.constant("close" as const), member })]
]

const event: fc.Arbitrary<Event> = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** A history of several members; the first of them has points, so that claims succeed from the start. */
export const histories: fc.Arbitrary<ReadonlyArray<Event>> = fc
  .array(event, { minLength: 5, maxLength: 45, size: "max" })
  .map((events) => [
    { kind: "give", member: 0, asset: "VALID", points: 900, days: 20 },
    { kind: "give", member: 1, asset: "CREDIT", points: 500, days: 1 },
    ...events
  ])
