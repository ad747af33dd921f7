import { assert, layer } from "@effect/vitest"
import { Clock, DateTime, Effect } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { memberIds } from "../../../src/demo/demoMembers.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { venues } from "../../../src/demo/venues.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { controls } from "../../support/desk.ts"
import { isFailure, key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"
import { wallClock } from "../../support/wallClock.ts"
import { decimal, stay } from "../../support/datasets/staysDataset.ts"

const { pointMultipliers, venues: venueIds } = demoIds

const PA = key("PA")
const path = "/point-multipliers"

/** Tiers of the active, the draft and the archived program. */
const tiers = ["Blue", "Silver", "Gold", "Bronze", "Jade", "Founder"]

layer(Service.layer())("point multipliers", (it) => {
  it.effect("PAR-001, PAR-113: lists the organization's tiers by level, then its campaigns by start", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const ofA = yield* get(path, PA)
      assert.deepStrictEqual(ofA.each("items", "name"), [...tiers, "Last year", "V3 in season", "Double points"])
      assert.deepStrictEqual(ofA.each("items", "kind"), [
        ...tiers.map(() => "tier"),
        ...Array.from("ccc", () => "campaign")
      ])
      const isDraft = new Set(["Bronze", "Jade"])
      assert.deepStrictEqual(ofA.each("items", "active"), [
        ...tiers.map((name) => !isDraft.has(name)),
        false,
        true,
        false
      ])
      assert.deepStrictEqual([ofA.at("limit"), ofA.at("offset"), ofA.at("total")], [25, 0, 9])
      assert.hasAllKeys(ofA.at("items.0"), [
        "multiplierId",
        "name",
        "kind",
        "multiplier",
        "tierId",
        "propertyId",
        "startsAt",
        "endsAt",
        "active",
        "stacking"
      ])
      assert.strictEqual(ofA.at("items.1.multiplierId"), ofA.at("items.1.tierId"))
      const ofB = yield* get(path, key("PB"))
      assert.deepStrictEqual(ofB.each("items", "name").slice(-2), ["W1 in season", "B triples"])
      const all = yield* get(path, key("PADM"))
      assert.strictEqual(all.at("total"), 15)
      const one = yield* get(`${path}/${pointMultipliers["V3 in season"]}`, PA)
      assert.deepStrictEqual(one.body, ofA.at("items.7"))
    })
  )

  it.effect("PAR-139: omits campaigns of venues out of reach, and lists those that apply everywhere", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const narrow = yield* get(path, key("PA_v1"))
      assert.deepStrictEqual(narrow.each("items", "name"), [...tiers, "Last year", "Double points"])
      const filtered = yield* get(`${path}?propertyIds=${venueIds.V1}`, PA)
      assert.deepStrictEqual(filtered.body, narrow.body)
      const both = yield* get(`${path}?propertyIds=${venueIds.V1},${venueIds.V3}`, PA)
      assert.strictEqual(both.at("total"), 9)
      // What applies everywhere in another organization does not apply at this venue.
      const ofW1 = yield* get(`${path}?propertyIds=${venueIds.W1}`, key("PADM"))
      assert.deepStrictEqual(ofW1.body, (yield* get(path, key("PB"))).body)
      const refused = yield* get(`${path}?propertyIds=${venueIds.V3}`, key("PA_v1"))
      assert.deepStrictEqual(statusAndCode(refused), [403, "property_out_of_scope"])
    })
  )

  it.effect("PAR-113: activeOn selects the multipliers in force on that day; an invalid date is 400", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      const on = (days: number) =>
        Effect.map(get(`${path}?activeOn=${day(days)}`, PA), (answer) => answer.each("items", "name").slice(4))
      assert.deepStrictEqual(yield* on(0), ["V3 in season"])
      assert.deepStrictEqual(yield* on(45), ["Double points"])
      assert.deepStrictEqual(yield* on(60), [])
      for (const query of ["activeOn=2026-02-30", "activeOn=", "activeOn=today", "limit=0"]) {
        const refused = yield* get(`${path}?${query}`, PA)
        assert.strictEqual(refused.status, 400, query)
        assert.isTrue(isFailure(refused))
      }
    })
  )

  it.effect("PAR-113: POST, PUT, PATCH and DELETE answer 405", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const target of [path, `${path}/${pointMultipliers["Double points"]}`]) {
        for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
          const answer = yield* call(method, `/v1/partner${target}`, {
            headers: { ...PA, "idempotency-key": crypto.randomUUID() },
            body: {}
          })
          assert.deepStrictEqual(statusAndCode(answer), [405, "method_not_allowed"], `${method} ${target}`)
        }
      }
    })
  )
})

const campaigns = [
  { name: "exclusive everywhere", multiplier: "2.00", stacking: "exclusive", venue: null, from: -20, to: -16 },
  { name: "exclusive at V1", multiplier: "1.50", stacking: "exclusive", venue: "V1", from: -20, to: -12 },
  { name: "stackable at V1", multiplier: "1.25", stacking: "stackable", venue: "V1", from: -18, to: -10 },
  { name: "stackable everywhere", multiplier: "1.37", stacking: "stackable", venue: null, from: -18, to: -10 },
  { name: "stackable at V3", multiplier: "1.55", stacking: "stackable", venue: "V3", from: -18, to: -14 },
  { name: "less than one", multiplier: "0.85", stacking: "stackable", venue: "V2", from: -14, to: -10 }
] as const

const guests = ["M1", "M2", "M3", "M_new"] as const
const places = ["V1", "V2", "V3"] as const
const days = [-30, -20, -18, -16, -14, -12, -10]

/** One stay of each guest, at each venue, on each day: the days differ in the campaigns that apply. */
const plan = guests.flatMap((guest) =>
  places.flatMap((venue) => days.map((checkIn) => ({ guest, venue, checkIn, id: `${guest} ${venue} ${checkIn}` })))
)

const dayOf = (now: DateTime.Utc, offset: number) => DateTime.formatIsoDateUtc(DateTime.add(now, { days: offset }))

const dataset = (now: DateTime.Utc): Dataset => {
  const demo = demoDataset(now)
  return {
    ...demo,
    tiers: demo.tiers.map((tier) => ({ ...tier, qualifyingPoints: tier.level * 1_000_000 })),
    pointMultipliers: campaigns.map(({ from, multiplier, name, stacking, to, venue }, index) => ({
      id: 9001 + index,
      xid: name,
      organizationId: organizationIds.A,
      propertyId: venue === null ? null : venues[venue].id,
      name,
      multiplier: decimal(multiplier),
      startsAt: DateTime.makeUnsafe(`${dayOf(now, from)}T15:00:00Z`),
      endsAt: DateTime.makeUnsafe(`${dayOf(now, to)}T09:00:00Z`),
      stacking
    })),
    reservations: [
      ...demo.reservations,
      ...plan.map(({ checkIn, guest, id, venue }, index) =>
        stay(90_001 + index, {
          memberId: memberIds[guest],
          propertyId: venues[venue].id,
          externalId: ReservationXid.make(id.replaceAll(" ", "_")),
          checkIn: dayOf(now, checkIn),
          checkOut: dayOf(now, checkIn + 2),
          spendMinor: 5000 + 737 * index
        })
      )
    ]
  }
}

/** A multiplier of an API response, in hundredths. */
const hundredths = (value: unknown) => BigInt(Math.round(Number(value) * 100))

const halfUp = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator)

/** The product of a tier's and campaigns' multipliers by the documented rule, in hundredths. */
const productOf = (tier: bigint, rates: ReadonlyArray<{ readonly stacking: unknown; readonly multiplier: bigint }>) => {
  const exclusive = rates.filter(({ stacking }) => stacking === "exclusive").map(({ multiplier }) => multiplier)
  const stackable = rates.filter(({ stacking }) => stacking === "stackable").map(({ multiplier }) => multiplier)
  const scale = 100n ** BigInt(stackable.length)
  const stacked = stackable.reduce((product, multiplier) => product * multiplier, 1n)
  const candidates = [
    ...(stackable.length === 0 ? [] : [stacked * 100n]),
    ...exclusive.map((multiplier) => multiplier * scale)
  ]
  const best = candidates.reduce((most, each) => (each > most ? each : most), candidates[0] ?? 100n * scale)
  return halfUp(tier * best, 100n * scale)
}

const environment = { HUB_TEST_CONTROLS: "1", HUB_LIMIT_PARTNER_KEY: "1000000" }

for (const store of ["memory", "embedded"] as const) {
  layer(Service.layer({ store, environment, dataset }))(`multipliers at finalisation (${store})`, (it) => {
    it.effect(
      "PAR-113, MEM-047: a finalised stay has the product of the multipliers the API lists for its day and venue",
      () =>
        Effect.gen(function* () {
          yield* controls.run("finalise")
          const { get } = yield* partner
          const now = yield* DateTime.now.pipe(Effect.provideService(Clock.Clock, wallClock))
          const products = new Set<bigint>()
          for (const { checkIn, id, venue } of plan) {
            const answer = yield* get(`/reservations/${id.replaceAll(" ", "_")}`, PA)
            const { basePoints, finalized, multiplier, totalPoints } = Service.recordOf(answer.at("pointsStatus"))
            assert.isTrue(finalized, id)
            const query = `activeOn=${dayOf(now, checkIn)}&propertyIds=${venueIds[venue]}&limit=100`
            const items = (yield* get(`${path}?${query}`, PA)).each("items").map(Service.recordOf)
            const tier = items.find(({ kind, name }) => kind === "tier" && name === answer.at("member.tierName"))
            const applied = items
              .filter(({ kind }) => kind === "campaign")
              .map((item) => ({ stacking: item["stacking"], multiplier: hundredths(item["multiplier"]) }))
            const expected = productOf(tier === undefined ? 100n : hundredths(tier["multiplier"]), applied)
            assert.strictEqual(hundredths(multiplier), expected, id)
            assert.strictEqual(BigInt(Number(totalPoints)), halfUp(BigInt(Number(basePoints)) * expected, 100n), id)
            products.add(expected)
          }
          assert.isAbove(products.size, 15)
        })
    )
  })
}
