import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import * as fc from "fast-check"
import { addPoolCodes } from "../../../src/domain/codePools/addPoolCodes.ts"
import { archiveCodePool } from "../../../src/domain/codePools/archiveCodePool.ts"
import { changeCodePool } from "../../../src/domain/codePools/changeCodePool.ts"
import { createCodePool } from "../../../src/domain/codePools/createCodePool.ts"
import { listPoolCodes } from "../../../src/domain/codePools/listPoolCodes.ts"
import { getCodePool } from "../../../src/domain/codePools/readCodePools.ts"
import { retryWithHoldersExpired, voidPoolCode } from "../../../src/domain/codePools/voidPoolCode.ts"
import { inTransaction } from "../servers/inTransaction.ts"
import { type Act, type Answer, asPartner, command, narrow, type Plan, place } from "./commands.ts"
import { countsOf, type Model, type ModelPool, pick, settle } from "./Model.ts"

const page = { limit: 100, offset: 0 }

export const readPool =
  ({ home }: Model, poolId: string): Act =>
  (id) =>
    asPartner(home)(getCodePool(id(poolId)))

/** The counts of a pool add up to all codes ever uploaded to it. */
const judgePool = (pool: ModelPool, read: Answer, path = "") => {
  const of = (field: string) => read.at(path === "" ? field : `${path}.${field}`)
  const { assigned, available, redeemed, total, void: lost } = countsOf(pool)
  assert.deepStrictEqual<unknown>(
    [of("status"), of("total"), of("available"), of("assigned"), of("redeemed"), of("void")],
    [pool.status, total, available, assigned, redeemed, lost]
  )
  assert.strictEqual(available + assigned + redeemed + lost, pool.codes.size)
}

/** Reading a pool with assigned codes, or its codes, ends the due claims of its offer first. */
const settleStock = (model: Model, pool: ModelPool) => {
  if (countsOf(pool).assigned > 0) settle(model, { offerId: pool.offerId })
}

export const judgeStock = (model: Model, pool: ModelPool, read: Answer) => {
  settleStock(model, pool)
  judgePool(pool, read)
}

const poolAt = ({ pools }: Model, pool: number) => pick(pools, pool)

export const createPool =
  (offer: number, hours: number | null, lowStockThreshold: number | null) =>
  (model: Model): Plan => {
    const offerId = model.home.offerIds[offer] ?? ""
    const expiresAt = hours === null ? null : DateTime.add(model.now, { hours })
    const request = { offerId, name: "Vouchers", expiresAt, lowStockThreshold }
    return {
      act: () => asPartner(model.home)(inTransaction(createCodePool(request))),
      judge: (answer) => {
        assert.isNull(answer.failure)
        const pool = { offerId, expiresAt: expiresAt?.epochMilliseconds ?? null, codes: new Map() }
        model.pools.set(String(answer.at("poolId")), { ...pool, status: "active" })
      }
    }
  }

export const uploadCodes =
  (nth: number, codes: ReadonlyArray<string>, isNarrow = false) =>
  (model: Model): Plan | undefined => {
    const [poolId, pool] = poolAt(model, nth) ?? []
    if (poolId === undefined || pool === undefined) return undefined
    const fresh = [...new Set(codes.map((code) => code.trim()))].filter((code) => code !== "" && !pool.codes.has(code))
    const refused = pool.status === "archived" ? "StateConflict" : null
    return {
      act: (id) => asPartner(model.home, isNarrow)(inTransaction(addPoolCodes(id(poolId), codes))),
      judge: (answer) => {
        assert.strictEqual(answer.failure, isNarrow ? "InsufficientReach" : refused)
        if (answer.failure !== null) return
        for (const code of fresh) pool.codes.set(code, "available")
        assert.strictEqual(answer.at("added"), fresh.length)
        judgePool(pool, answer, "pool")
      }
    }
  }

const threshold = fc.option(fc.nat({ max: 3 }), { nil: null })
const hours = fc.constantFrom(null, null, 2, 60)

export const poolCommands = [
  command(
    "createCodePool",
    fc.record({ offer: fc.nat({ max: 1 }), hours, threshold }),
    ({ hours: end, offer, threshold: low }, model) => createPool(offer, end, low)(model)
  ),
  command(
    "addPoolCodes",
    fc.record({
      pool: place,
      codes: fc.array(fc.constantFrom("A", "B", "C", "D", " A ", "E-12345", ""), { minLength: 1, maxLength: 4 }),
      isNarrow: narrow
    }),
    ({ codes, isNarrow, pool }, model) => uploadCodes(pool, codes, isNarrow)(model)
  ),
  command("voidPoolCode", fc.record({ pool: place, code: place }), ({ code, pool: nth }, model) => {
    const [poolId, pool] = poolAt(model, nth) ?? []
    if (poolId === undefined || pool === undefined) return undefined
    settleStock(model, pool)
    const left = [...pool.codes].flatMap(([text, status]) => (status === "available" ? [text] : []))
    const text = pool.status === "archived" ? undefined : pick(left, code)
    return {
      act: (id) =>
        asPartner(model.home)(
          Effect.gen(function* () {
            const { items } = yield* listPoolCodes(id(poolId), { ...page, status: ["available"] })
            const chosen = pick(items, code)
            if (chosen !== undefined) {
              yield* retryWithHoldersExpired((areExpired) =>
                inTransaction(voidPoolCode(id(poolId), chosen.codeId, areExpired))
              )
            }
            return items
          })
        ),
      reads: [readPool(model, poolId)],
      judge: ({ failure }, read) => {
        assert.isNull(failure)
        if (text !== undefined) pool.codes.set(text, "void")
        if (read !== undefined) judgeStock(model, pool, read)
      }
    }
  }),
  command(
    "changeCodePool",
    fc.record({ pool: place, status: fc.constantFrom("active" as const, "paused" as const), hours, threshold }),
    ({ hours: end, pool: nth, status, threshold: lowStockThreshold }, model) => {
      const [poolId, pool] = poolAt(model, nth) ?? []
      if (poolId === undefined || pool === undefined) return undefined
      const expiresAt = end === null ? null : DateTime.add(model.now, { hours: end })
      return {
        act: (id) =>
          asPartner(model.home)(inTransaction(changeCodePool(id(poolId), { status, expiresAt, lowStockThreshold }))),
        judge: (answer) => {
          assert.strictEqual(answer.failure, pool.status === "archived" ? "StateConflict" : null)
          if (answer.failure !== null) return
          pool.status = status
          pool.expiresAt = expiresAt?.epochMilliseconds ?? null
          judgePool(pool, answer)
        }
      }
    }
  ),
  command("archiveCodePool", fc.record({ pool: place }), ({ pool: nth }, model) => {
    const [poolId, pool] = poolAt(model, nth) ?? []
    if (poolId === undefined || pool === undefined) return undefined
    return {
      act: (id) => asPartner(model.home)(inTransaction(archiveCodePool(id(poolId)))),
      reads: [readPool(model, poolId), (id) => asPartner(model.home)(listPoolCodes(id(poolId), page))],
      judge: ({ failure }, read) => {
        assert.isNull(failure)
        pool.status = "archived"
        if (read !== undefined) judgeStock(model, pool, read)
      }
    }
  })
]
