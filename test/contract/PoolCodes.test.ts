import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { firstCodeXids, poolXids } from "../../src/demo/demoOfferCodes.ts"
import { venues } from "../../src/demo/venues.ts"
import { everywhere, type Reach } from "../../src/domain/access/Reach.ts"
import { type NewPoolCode, PoolCodes, type PoolCodesQuery } from "../../src/domain/codePools/PoolCodes.ts"
import { OfferCodeStatus } from "../../src/domain/offers/OfferCode.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import * as PoolCodesLayer from "../../src/layers/repositories/PoolCodesLayer.ts"
import { twins } from "../support/twins.ts"
import { atV1 } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)

const poolOf = (name: keyof typeof poolXids) =>
  demo.offerCodePools.find(({ xid }) => xid === poolXids[name]) ?? assert.fail(name)

const list = (pool: keyof typeof poolXids, query: Partial<PoolCodesQuery> = {}) =>
  PoolCodes.use((codes) =>
    codes.list({
      reach: everywhere,
      pool: poolOf(pool),
      statuses: OfferCodeStatus.literals,
      limit: 100,
      offset: 0,
      ...query
    })
  )

const code = (text: string): NewPoolCode => ({
  xid: `x-${text}`,
  valueEnc: `sealed-${text}`,
  valueHash: `hash-${text}`,
  formerHashes: []
})
const insert = (pool: keyof typeof poolXids, ...texts: ReadonlyArray<string>) =>
  Effect.map(
    atomically(PoolCodes.use((codes) => codes.insertMissing({ pool: poolOf(pool), codes: texts.map(code), now }))),
    (added) => [...added].toSorted()
  )
const makeVoid = (pool: keyof typeof poolXids, codeId: string) =>
  atomically(PoolCodes.use((codes) => codes.updateVoid({ pool: poolOf(pool), codeId })))

twins("PoolCodes", PoolCodesLayer, demo, (it) => {
  it.effect("PAR-114: lists the codes of one pool by status, in the requested order, then in upload order", () =>
    Effect.gen(function* () {
      const stored = demo.offerCodes.filter(({ poolId }) => poolId === poolOf("museum").id)
      const [held] = stored
      const { items, total } = yield* list("museum")
      assert.deepStrictEqual(
        items.map(({ xid }) => xid),
        [...stored.slice(1), ...stored.slice(0, 1)].map(({ xid }) => xid)
      )
      assert.strictEqual(total, stored.length)
      const first = yield* list("museum", { statuses: ["void", "assigned", "available"], limit: 2 })
      assert.deepStrictEqual(
        [first.items.map(({ xid }) => xid), first.total],
        [[held?.xid, stored[1]?.xid], stored.length]
      )
      const { assignedAt, fulfillmentId, status, valueEnc, xid } = held ?? assert.fail()
      assert.deepInclude(first.items[0], { assignedAt, fulfillmentId, status, valueEnc, xid })
      const later = yield* list("museum", { limit: 3, offset: 10 })
      assert.deepStrictEqual(
        later.items.map((one) => one.xid),
        [stored[11]?.xid, held?.xid]
      )
      assert.deepStrictEqual(yield* list("museum", { statuses: ["redeemed"] }), { items: [], total: 0 })
      assert.deepStrictEqual(yield* list("museum", { statuses: [] }), { items: [], total: 0 })
      assert.strictEqual((yield* list("museum", { offset: 500 })).total, stored.length)
    })
  )

  it.effect("PAR-139: fulfillmentId is null unless the claim's venue is within reach or the claim has none", () =>
    Effect.gen(function* () {
      const claims = (pool: "museum" | "dinner_sooner", reach: Reach) =>
        Effect.map(list(pool, { reach, statuses: ["assigned", "redeemed"] }), ({ items }) =>
          items.map(({ fulfillmentId }) => fulfillmentId !== null)
        )
      assert.deepStrictEqual(yield* claims("museum", everywhere), [true])
      assert.deepStrictEqual(yield* claims("museum", { ...atV1, venueIds: [venues.V2.id] }), [true])
      assert.deepStrictEqual(yield* claims("museum", atV1), [false])
      const claim = demo.fulfillments.find(
        ({ id }) => id === demo.offerCodes.find(({ xid }) => xid === firstCodeXids.dinner_sooner)?.fulfillmentId
      )
      assert.deepStrictEqual(yield* claims("dinner_sooner", atV1), [
        claim?.propertyId === null || claim?.propertyId === venues.V1.id
      ])
    })
  )

  it.effect("PAR-114: adds the codes that the pool lacks, in input order, and returns their hashes", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* insert("b_voucher", "zz", "aa", "mm"), ["hash-aa", "hash-mm", "hash-zz"])
      assert.deepStrictEqual(yield* insert("b_voucher", "mm", "bb", "zz"), ["hash-bb"])
      assert.deepStrictEqual(yield* insert("b_voucher", "mm"), [])
      // Another pool has its own codes.
      const elsewhere = { pool: poolOf("b_voucher_paused"), codes: [{ ...code("zz"), xid: "x-zz-2" }], now }
      assert.deepStrictEqual(
        yield* atomically(PoolCodes.use((codes) => codes.insertMissing(elsewhere))),
        new Set(["hash-zz"])
      )
      const { items, total } = yield* list("b_voucher", { statuses: ["available"] })
      assert.strictEqual(total, 24)
      assert.deepStrictEqual(
        items
          .slice(-4)
          .map(({ assignedAt, fulfillmentId, status, valueEnc, xid }) => [
            xid,
            valueEnc,
            status,
            fulfillmentId,
            assignedAt
          ]),
        ["zz", "aa", "mm", "bb"].map((text) => [`x-${text}`, `sealed-${text}`, "available", null, null])
      )
    })
  )

  it.effect("PAR-114: skips codes hashed under a former secret, and accepts an upload without codes", () =>
    Effect.gen(function* () {
      const codes = yield* PoolCodes
      const pool = poolOf("b_voucher_paused")
      const add = (...added: ReadonlyArray<NewPoolCode>) =>
        Effect.map(atomically(codes.insertMissing({ pool, codes: added, now })), (hashes) => [...hashes].toSorted())
      yield* add(code("old-1"), code("old-2"))
      const again = ["1", "2", "3"].map((n) => ({
        ...code(`new-${n}`),
        formerHashes: [`hash-older-${n}`, `hash-old-${n}`]
      }))
      assert.deepStrictEqual(yield* add(...again), ["hash-new-3"])
      assert.deepStrictEqual(yield* add(), [])
    })
  )

  it.effect("DOMAIN 8.3: voids an available code, and returns the previous status of each", () =>
    Effect.gen(function* () {
      const available = firstCodeXids.dinner_later
      assert.strictEqual(yield* makeVoid("dinner_later", available), "available")
      assert.strictEqual(yield* makeVoid("dinner_later", available), "void")
      assert.strictEqual(yield* makeVoid("museum", firstCodeXids.museum), "assigned")
      assert.strictEqual(yield* makeVoid("dinner_sooner", firstCodeXids.dinner_sooner), "redeemed")
      assert.deepStrictEqual((yield* list("dinner_later", { statuses: ["void"] })).total, 1)
      assert.strictEqual((yield* list("museum", { statuses: ["assigned"] })).total, 1)
      for (const codeId of ["unknown", firstCodeXids.museum]) {
        assert.deepStrictEqual(yield* Effect.flip(makeVoid("dinner_later", codeId)), new NotFound({}))
      }
    })
  )
})
