import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { offerId } from "../../src/demo/demoOffers.ts"
import { poolXids } from "../../src/demo/demoOfferCodes.ts"
import { organizationIds, organizationXid } from "../../src/demo/demoOrganizations.ts"
import { offerXid } from "../../src/demo/offerPlan.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import { CodePools, type CodePoolsQuery } from "../../src/domain/codePools/CodePools.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as CodePoolsLayer from "../../src/layers/repositories/CodePoolsLayer.ts"
import { twins } from "../support/twins.ts"
import { atV1, ofA, ofB } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)

const idsOf = (organization: "A" | "B") =>
  demo.offerCodePools.flatMap(({ organizationId, xid }) =>
    organizationId === organizationIds[organization] ? [xid] : []
  )

const list = Effect.fnUntraced(function* (query: Partial<CodePoolsQuery> = {}) {
  const all: CodePoolsQuery = { reach: ofA, offerId: undefined, statuses: undefined, limit: 100, offset: 0 }
  const page = yield* CodePools.use((pools) => pools.list({ ...all, ...query }))
  return { ...page, ids: page.items.map(({ pool }) => pool.xid) }
})

const get = (poolId: string, reach: Reach = ofA) => CodePools.use((pools) => pools.get({ reach, poolId }))
const lock = (poolId: string, reach: Reach = ofA) => CodePools.use((pools) => pools.getForUpdate({ reach, poolId }))
const { dinner_later, dinner_sooner, museum, sold_out_archived } = poolXids

twins("CodePools", CodePoolsLayer, demo, (it) => {
  it.effect("PAR-139: lists all pools of an organization whatever venues are within reach, by creation", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* list()).ids, idsOf("A"))
      assert.deepStrictEqual((yield* list({ reach: atV1 })).ids, idsOf("A"))
      assert.deepStrictEqual((yield* list({ reach: ofB })).ids, idsOf("B"))
      assert.deepStrictEqual((yield* list({ reach: everywhere })).ids, [...idsOf("A"), ...idsOf("B")])
      assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0, ids: [] })
      const middle = yield* list({ limit: 2, offset: 3 })
      assert.deepStrictEqual([middle.ids, middle.total], [idsOf("A").slice(3, 5), idsOf("A").length])
      assert.deepStrictEqual((yield* list({ offset: 50 })).total, idsOf("A").length)
    })
  )

  it.effect("PAR-114: filters by offer and status; another organization's offer matches no pools", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* list({ offerId: offerXid("dinner") })).ids, [dinner_later, dinner_sooner])
      assert.deepStrictEqual((yield* list({ statuses: ["archived"] })).ids, [sold_out_archived])
      assert.strictEqual((yield* list({ offerId: offerXid("b_voucher") })).total, 0)
      assert.strictEqual((yield* list({ statuses: ["archived"], offerId: offerXid("dinner") })).total, 0)
    })
  )

  it.effect("PAR-007: returns a pool within reach with its offer and counts; any other is NotFound", () =>
    Effect.gen(function* () {
      const [record] = (yield* list({ offset: 2, limit: 1 })).items
      assert.deepStrictEqual(record, yield* get(museum))
      const { counts, offerXid: offer, pool } = yield* get(museum, atV1)
      assert.deepStrictEqual(
        pool,
        demo.offerCodePools.find(({ xid }) => xid === museum)
      )
      assert.deepStrictEqual(
        [offer, counts],
        [offerXid("museum"), { available: 11, assigned: 1, redeemed: 0, void: 0 }]
      )
      for (const [poolId, reach] of [
        [museum, ofB],
        [museum, nowhere],
        ["unknown", everywhere]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(poolId, reach)), new NotFound({}))
        assert.deepStrictEqual(yield* Effect.flip(atomically(lock(poolId, reach))), new NotFound({}))
      }
    })
  )

  it.effect("PAR-140: finds an offer by its external id, only in its own organization", () =>
    Effect.gen(function* () {
      const { findOffer } = yield* CodePools
      const found = Option.getOrThrow(yield* findOffer(organizationIds.A, offerXid("museum")))
      assert.deepStrictEqual([found.id, found.redemptionType], [offerId("museum"), "externalCode"])
      assert.isTrue(Option.isSome(yield* findOffer(organizationIds.A, offerXid("draft"))))
      assert.isTrue(Option.isNone(yield* findOffer(organizationIds.A, offerXid("b_voucher"))))
      assert.isTrue(Option.isNone(yield* findOffer(organizationIds.A, "unknown")))
    })
  )

  it.effect("DOMAIN 8.3: inserts a pool without codes, and updates only the fields of the change", () =>
    Effect.gen(function* () {
      const pools = yield* CodePools
      const row = {
        xid: "made",
        organizationId: organizationIds.A,
        offerId: offerId("dinner"),
        name: "Made",
        status: "active" as const,
        lowStockThreshold: 3,
        lowStockSince: now,
        expiresAt: null,
        createdAt: now,
        updatedAt: now
      }
      const made = yield* atomically(pools.insert(row))
      assert.deepStrictEqual(yield* get("made"), {
        pool: { ...row, id: made.id },
        offerXid: offerXid("dinner"),
        counts: { available: 0, assigned: 0, redeemed: 0, void: 0 }
      })
      const later = DateTime.add(now, { hours: 1 })
      const change = { status: "paused", lowStockSince: null, lowStockThreshold: null, updatedAt: later } as const
      yield* atomically(Effect.flatMap(lock("made"), (pool) => pools.update(pool, change)))
      assert.deepStrictEqual((yield* get("made")).pool, { ...row, ...change, id: made.id })
    })
  )

  it.effect("PAR-114: a tally equals the stored counts, and leaves them unchanged", () =>
    Effect.gen(function* () {
      const pools = yield* CodePools
      const before = yield* get(museum)
      const tallied = yield* atomically(Effect.flatMap(lock(museum), ({ id }) => pools.tally(id)))
      assert.deepStrictEqual(tallied, before.counts)
      assert.deepStrictEqual(
        yield* atomically(Effect.flatMap(lock(museum), ({ id }) => pools.tally(id))),
        before.counts
      )
      assert.deepStrictEqual(yield* get(museum), before)
    })
  )

  it.effect("DOMAIN 8.3: locks a watched pool with its offer and the offer's venue, which may be null", () =>
    Effect.gen(function* () {
      const pools = yield* CodePools
      const watched = (xid: string) =>
        atomically(Effect.flatMap(get(xid, everywhere), ({ pool }) => pools.findWatchedForUpdate(pool.id)))
      const ofMuseum = Option.getOrThrow(yield* watched(museum))
      assert.deepStrictEqual(ofMuseum, {
        pool: (yield* get(museum)).pool,
        organizationXid: organizationXid("A"),
        offer: { xid: offerXid("museum"), name: "Museum pass" },
        propertyId: venueDocumentId("V2")
      })
      assert.isNull(Option.getOrThrow(yield* watched(dinner_later)).propertyId)
      assert.isTrue(Option.isNone(yield* atomically(pools.findWatchedForUpdate(99_999))))
      for (const id of yield* pools.listUntallied)
        assert.isTrue(Option.isSome(yield* atomically(pools.findWatchedForUpdate(id))))
    })
  )
})
