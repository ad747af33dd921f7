import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { insightHashes, type InsightName, insightNames } from "../../src/demo/demoInsight.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { reservationId } from "../../src/demo/demoReservations.ts"
import { stays } from "../../src/demo/stays.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import type { InsightRecord } from "../../src/domain/insight/InsightRecord.ts"
import { InsightRecords } from "../../src/domain/insight/InsightRecords.ts"
import { ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import * as InsightRecordsLayer from "../../src/layers/repositories/InsightRecordsLayer.ts"
import { twins } from "../support/twins.ts"
import { atV1, ofA, ofB } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = demoWithoutCities(now)

const ofC: Reach = { organizationIds: [organizationIds.C], venueIds: "all" }
const ofV2: Reach = { organizationIds: [organizationIds.A], venueIds: [venues.V2.id] }

const idOf = (stay: string) => reservationId(stays.findIndex(({ name }) => name === stay))

/** The stay of `elsewhere` has an upper-case UUID; organizations A and B each have a stay with the UUID of `open`. */
const capitals = "019B76DA-A800-7000-8000-00000000ABCD"
const [open] = demo.reservations
const dataset: Dataset = {
  ...demo,
  reservations: demo.reservations.map((row) => {
    if (row.id === idOf("m3")) return { ...row, externalId: ReservationXid.make(capitals) }
    return row.id === idOf("w1_acknowledged") ? { ...row, externalId: open?.externalId ?? row.externalId } : row
  })
}

/** The same after the stay of `open` moved to V2; its record is still of V1. */
const moved: Dataset = {
  ...dataset,
  reservations: dataset.reservations.map((row) => (row.id === open?.id ? { ...row, propertyId: venues.V2.id } : row))
}

/** The same with confidences of organization A whose mean is half of a fourth decimal: 0.01055. */
const halved: Dataset = {
  ...dataset,
  guestIntelligence: dataset.guestIntelligence.map((row) => ({
    ...row,
    matchConfidence: row.memberId === null || row.id % 2 === 0 ? 0 : 0.0211
  }))
}

const nameOf = ({ hashedPmsGuestId }: InsightRecord) =>
  insightNames.find((name) => insightHashes[name] === hashedPmsGuestId)

const get = (name: InsightName, reach: Reach) =>
  InsightRecords.use((records) => records.get({ reach, hashedPmsGuestId: insightHashes[name] }))

const seen = (reach: Reach) =>
  Effect.filter(insightNames, (name) =>
    Effect.match(get(name, reach), { onFailure: () => false, onSuccess: () => true })
  )

const stayOf = (name: string) =>
  dataset.reservations.find(({ id }) => id === idOf(name)) ?? assert.fail(`no stay ${name}`)

const byStay = (reservationId: string, reach: Reach) =>
  Effect.match(
    InsightRecords.use((records) => records.getByReservation({ reach, reservationId })),
    { onFailure: ({ _tag }) => _tag, onSuccess: nameOf }
  )

const ofMember = (memberId: number, reach: Reach) =>
  Effect.map(
    InsightRecords.use((records) => records.list({ reach, memberId })),
    (found) => found.map(nameOf)
  )

const stats = (reach: Reach) => InsightRecords.use(({ getStats }) => getStats(reach))

twins("InsightRecords", InsightRecordsLayer, dataset, (it) => {
  it.effect("PAR-061, PAR-066: gets the record of a hash, with external ids and the member's internal id", () =>
    Effect.gen(function* () {
      const stored = demo.guestIntelligence.find(({ hashedPmsGuestId }) => hashedPmsGuestId === insightHashes.open)
      assert.deepStrictEqual<unknown>(yield* get("open", ofA), {
        hashedPmsGuestId: insightHashes.open,
        memberId: memberIds.M1,
        social: stored?.social,
        matchConfidence: 0.97,
        matchedBy: ["email", "name"],
        reservationId: stayOf("open").externalId,
        propertyId: venueDocumentId("V1"),
        enrichedAt: stored?.enrichedAt,
        updatedAt: stored?.updatedAt
      })
      const bare = yield* get("failed", ofA)
      assert.deepStrictEqual(
        [bare.memberId, bare.reservationId, bare.propertyId, bare.enrichedAt, bare.matchConfidence],
        [null, null, null, null, 0]
      )
      const other = InsightRecords.use((records) =>
        records.get({ reach: ofA, hashedPmsGuestId: insightHashes.open.toUpperCase() })
      )
      assert.strictEqual((yield* Effect.flip(other))._tag, "NotFound")
    })
  )

  it.effect(
    "PAR-002, PAR-007, PAR-139: finds a record within reach of its venue, one without a venue for all-venues callers",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* seen(atV1), ["open", "twice", "numbered", "weak", "pending"])
        assert.deepStrictEqual(yield* seen(ofV2), ["second", "elsewhere"])
        assert.deepStrictEqual(yield* seen(ofB), ["b", "b_pending"])
        assert.deepStrictEqual(yield* seen(nowhere), [])
        assert.deepStrictEqual(
          yield* seen(ofA),
          insightNames.filter((name) => !name.startsWith("b"))
        )
      })
  )

  it.effect("PAR-063, A-37, A-38: gets the best match of a stay by its UUID, external (in any case) or internal", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* byStay(stayOf("open").externalId, atV1), "open")
      assert.strictEqual(yield* byStay(stayOf("open").externalId, ofB), "b")
      assert.strictEqual(yield* byStay(capitals.toLowerCase(), ofA), "elsewhere")
      const { externalId, uuid } = stayOf("finalised_m2")
      assert.match(externalId, /^[0-9A-Z]{26}$/)
      assert.strictEqual(yield* byStay(uuid ?? "", atV1), "numbered")
      assert.strictEqual(yield* byStay(uuid ?? "", ofV2), "NotFound")
      assert.strictEqual(yield* byStay(uuid ?? "", ofB), "NotFound")
      assert.strictEqual(yield* byStay("019b76da-ffff-7fff-bfff-ffffffffffff", ofA), "NotFound")
      assert.strictEqual(yield* byStay(stayOf("acknowledged_by_operator").externalId, atV1), "NotFound")
      assert.strictEqual(yield* byStay(stayOf("completed").externalId, ofA), "NotFound")
    })
  )

  it.effect("PAR-064: lists the records of a member within reach, the best match first", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ofMember(memberIds.M1, ofA), ["open", "nowhere", "second"])
      assert.deepStrictEqual(yield* ofMember(memberIds.M1, atV1), ["open"])
      assert.deepStrictEqual(yield* ofMember(memberIds.M1, ofB), [])
      assert.deepStrictEqual(yield* ofMember(memberIds.M_closed, ofA), [])
      assert.deepStrictEqual(yield* ofMember(memberIds.M9, ofB), ["b"])
    })
  )

  it.effect(
    "PAR-065, PAR-067, A-98: counts records of venues within reach, those without a venue for all-venues callers",
    () =>
      Effect.gen(function* () {
        const run = (organization: "A" | "B") =>
          demo.insightRuns.find(({ organizationId }) => organizationId === organizationIds[organization])
        assert.deepStrictEqual<unknown>(yield* stats(ofA), {
          guestsTotal: 10,
          guestsMatched: 6,
          guestsEnriched: 8,
          guestsPending: 1,
          guestsFailed: 1,
          averageMatchConfidence: 0.73,
          confidenceBands: { low: 1, medium: 2, high: 3 },
          lastRunAt: run("A")?.finishedAt,
          nextRunAt: run("A")?.nextRunAt
        })
        assert.deepStrictEqual<unknown>(yield* stats(atV1), {
          guestsTotal: 5,
          guestsMatched: 3,
          guestsEnriched: 4,
          guestsPending: 1,
          guestsFailed: 0,
          averageMatchConfidence: 0.7067,
          confidenceBands: { low: 1, medium: 0, high: 2 },
          lastRunAt: run("A")?.finishedAt,
          nextRunAt: run("A")?.nextRunAt
        })
        const ofOther = yield* stats(ofB)
        assert.deepStrictEqual(
          [ofOther.guestsTotal, ofOther.guestsMatched, ofOther.lastRunAt],
          [2, 1, run("B")?.finishedAt ?? null]
        )
        assert.deepStrictEqual<unknown>(yield* stats(ofC), {
          guestsTotal: 0,
          guestsMatched: 0,
          guestsEnriched: 0,
          guestsPending: 0,
          guestsFailed: 0,
          averageMatchConfidence: null,
          confidenceBands: { low: 0, medium: 0, high: 0 },
          lastRunAt: null,
          nextRunAt: null
        })
      })
  )
})

twins("InsightRecords of a stay that moved", InsightRecordsLayer, moved, (it) => {
  it.effect("PAR-007: a record has a reservationId, and is found by it, only within reach of the stay's venue", () =>
    Effect.gen(function* () {
      const { externalId } = stayOf("open")
      assert.strictEqual((yield* get("open", ofA)).reservationId, externalId)
      assert.isNull((yield* get("open", atV1)).reservationId)
      assert.strictEqual(yield* byStay(externalId, ofA), "open")
      assert.strictEqual(yield* byStay(externalId, atV1), "NotFound")
      const listed = yield* InsightRecords.use(({ list }) => list({ reach: atV1, memberId: memberIds.M1 }))
      assert.deepStrictEqual(
        listed.map(({ reservationId }) => reservationId),
        [null]
      )
    })
  )
})

twins("InsightRecords with a mean between two fourth decimals", InsightRecordsLayer, halved, (it) => {
  it.effect("PAR-065: rounds the average of the confidences half up", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* stats(ofA)).averageMatchConfidence, 0.0106)
    })
  )
})
