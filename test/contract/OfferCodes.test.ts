import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit, Option } from "effect"
import { offerId } from "../../src/demo/demoOffers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { FulfillmentId } from "../../src/domain/fulfillments/Fulfillment.ts"
import type { OfferCodePool } from "../../src/domain/offers/OfferCode.ts"
import { OfferCodes } from "../../src/domain/offers/OfferCodes.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as OfferCodesLayer from "../../src/layers/repositories/OfferCodesLayer.ts"
import { offersDataset } from "../support/datasets/offersDataset.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-03-04T05:06:07Z")
const demo = offersDataset(now)

/** Claims to take codes for; nothing but their number matters. */
const claims = Array.from({ length: 60 }, (_, index) =>
  FulfillmentId.make(`00000000-0000-7000-8000-${String(index + 1).padStart(12, "0")}`)
)
const [sample] = demo.fulfillments
const fulfillments = sample === undefined ? [] : claims.map((id) => ({ ...sample, id }))

const pool = (id: number, change: Partial<OfferCodePool>): OfferCodePool => ({
  id,
  xid: `pool-${id}`,
  organizationId: organizationIds.A,
  offerId: offerId("dinner"),
  name: `Pool ${id}`,
  status: "active",
  lowStockThreshold: null,
  lowStockSince: null,
  expiresAt: null,
  createdAt: now,
  updatedAt: now,
  ...change
})

const inHours = (hours: number) => DateTime.add(now, { hours })

/** Of `dinner`: 903 goes first, then 902, then 901 and 904, which never expire. The others give nothing. */
const offerCodePools = [
  pool(901, {}),
  pool(902, { expiresAt: inHours(48) }),
  pool(903, { expiresAt: inHours(24) }),
  pool(904, {}),
  pool(905, { status: "paused", expiresAt: inHours(1) }),
  pool(906, { status: "archived", expiresAt: inHours(1) }),
  pool(907, { expiresAt: now }),
  pool(908, { offerId: offerId("museum") })
]

const codes = offerCodePools.flatMap(({ id }) => [
  { poolId: id, status: "void" as const },
  { poolId: id, status: "available" as const },
  { poolId: id, status: "available" as const }
])

const dataset: Dataset = {
  ...demo,
  fulfillments: [...demo.fulfillments, ...fulfillments],
  offerCodePools,
  offerCodes: codes.map((code, index) => ({
    id: index + 1,
    xid: `code-${index + 1}`,
    organizationId: organizationIds.A,
    valueEnc: `sealed-${index + 1}`,
    valueHash: `hash-${index + 1}`,
    fulfillmentId: null,
    assignedAt: null,
    createdAt: now,
    ...code
  }))
}

let next = 0
const take = (offer: "dinner" | "museum", at = now, fulfillmentId = claims[next++] ?? "") =>
  OfferCodes.use((all) =>
    all.updateAssigned({ offerId: offerId(offer), fulfillmentId: FulfillmentId.make(fulfillmentId), now: at })
  )

/** The ids of the codes taken until none is left, all of which a rollback then releases. */
const takeAll = (at: DateTime.Utc) =>
  Effect.gen(function* () {
    const ids: Array<number> = []
    let code = yield* take("dinner", at)
    while (Option.isSome(code)) {
      ids.push(code.value.id)
      code = yield* take("dinner", at)
    }
    return yield* Effect.fail(ids)
  }).pipe(atomically, Effect.flip)

twins("OfferCodes", OfferCodesLayer, dataset, (it) => {
  it.effect("MEM-088: assigns the codes of the pool that expires first, each once, and then none", () =>
    Effect.gen(function* () {
      next = 0
      assert.deepStrictEqual(yield* takeAll(now), [8, 9, 5, 6, 2, 3, 11, 12])
    })
  )

  it.effect(
    "MEM-088: takes nothing from a pool that has expired, is paused or archived, or belongs to another offer",
    () =>
      Effect.gen(function* () {
        next = 20
        assert.deepStrictEqual(yield* takeAll(inHours(24)), [5, 6, 2, 3, 11, 12])
        assert.deepStrictEqual(yield* takeAll(inHours(48)), [2, 3, 11, 12])
      })
  )

  it.effect("MEM-088: returns a code with its sealed value; a rollback releases it", () =>
    Effect.gen(function* () {
      next = 40
      const of = { id: 23, xid: "code-23", valueEnc: "sealed-23" }
      const taken = yield* take("museum").pipe(Effect.flatMap(Effect.fail), atomically, Effect.flip)
      assert.deepStrictEqual(taken, Option.some(of))
      assert.deepStrictEqual(yield* atomically(take("museum")), Option.some(of))
      assert.deepStrictEqual(
        Option.map(yield* atomically(take("museum")), ({ id }) => id),
        Option.some(24)
      )
      assert.isTrue(Option.isNone(yield* atomically(take("museum"))))
    })
  )

  it.effect("DOMAIN 5: a claim has one code at most", () =>
    Effect.gen(function* () {
      const [claim = ""] = claims.slice(-1)
      assert.isTrue(Option.isSome(yield* atomically(take("dinner", now, claim))))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(atomically(take("dinner", now, claim)))))
    })
  )
})
