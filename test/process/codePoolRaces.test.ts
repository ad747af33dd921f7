import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { offerPlan } from "../../src/demo/offerPlan.ts"
import { eventually } from "../support/eventually.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { grant } from "../support/memberServices.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { cancel, claimFor, headersOf, verifyLedger } from "./claims.ts"
import { coreEvents } from "./coreEvents.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { noDeadlock, race, read, run, spendable, tally, times, withStatus } from "./racing.ts"

const rounds = times(50)
const names = ["M1", "M2", "M3", "M_new"] as const
const headers = await Effect.runPromise(Effect.all(names.map(headersOf)))
const claimer = (n: number) => headers[n % names.length] ?? {}

const administrator = { "x-api-key": partnerKeys.PA }
const pools = "/v1/partner/offer-code-pools"
const write = (method: Call["method"], path: string, body?: unknown): Call => ({
  method,
  path: `${pools}${path}`,
  headers: { ...administrator, "idempotency-key": crypto.randomUUID() },
  ...(body === undefined ? {} : { body })
})
const upload = (poolId: string, codes: ReadonlyArray<string>) => write("POST", `/${poolId}/codes`, { codes })
const archive = (poolId: string) => write("DELETE", `/${poolId}`)

const done = Effect.fnUntraced(function* (call: Call) {
  const { one } = yield* Pair
  const reply = yield* one.call(call)
  assert.isBelow(reply.status, 300, reply.text)
  return reply
})

/** A new pool of the offer that has no other stock. Claims take from the pool that expires first. */
const make = Effect.fnUntraced(function* (codes: ReadonlyArray<string>, settings: object = {}) {
  const body = { offerId: demoIds.offers.sold_out, name: "Race", ...settings }
  const poolId = String((yield* done(write("POST", "", body))).at("poolId"))
  if (codes.length > 0) yield* done(upload(poolId, codes))
  return poolId
})

const stock = Effect.fnUntraced(function* (poolId: string) {
  const { at } = yield* read({ method: "GET", path: `${pools}/${poolId}`, headers: administrator })
  const [total, ...parts] = ["total", "available", "assigned", "redeemed", "void"].map((name) => Number(at(name)))
  assert.strictEqual(
    parts.reduce((sum, part) => sum + part, 0),
    total
  )
  return parts
})

const claims = (count: number) => times(count).map((n) => claimFor(claimer(n), "sold_out"))

const codesOf = (replies: ReadonlyArray<Reply>) => withStatus(replies, 201).map(({ at }) => String(at("externalCode")))

const balances = Effect.forEach(headers, spendable)

/** Cancels each claim as its member. */
const giveBack = Effect.fnUntraced(function* (replies: ReadonlyArray<Reply>) {
  const cancels = replies.flatMap(({ at, status }, n) =>
    status === 201 ? [cancel(claimer(n), String(at("fulfillmentId")))] : []
  )
  const cancelled = yield* race(cancels)
  assert.deepStrictEqual(tally(cancelled), cancels.length === 0 ? {} : { 200: cancels.length })
})

const refused = (replies: ReadonlyArray<Reply>) => {
  for (const reply of withStatus(replies, 409)) assert.strictEqual(reply.at("code"), "sold_out")
}

const plenty = Effect.forEach(names, (name) => grant(memberIds[name], 60_000))
const core = Layer.unwrap(Effect.map(Pair, ({ database }) => coreEvents(database)))
const funded = Layer.effectDiscard(plenty).pipe(Layer.provideMerge(core), Layer.provideMerge(pair({ HUB_JOBS: "0" })))

postgres.describe("code pools behind two processes", () => {
  layer(funded, { excludeTestServices: true })((it) => {
    it.effect(
      "DOMAIN 8.3: of 50 claimers 10 get the 10 codes of 3 pools, one each; the others are charged nothing",
      () =>
        Effect.forEach(
          rounds,
          Effect.fnUntraced(function* (round) {
            const lines = times(10).map((n) => `FIFTY-${round}-${n}`)
            const parts = [lines.slice(0, 4), lines.slice(4, 7), lines.slice(7)]
            const made = yield* Effect.forEach(parts, (part, n) =>
              make(part, n === 1 ? {} : { expiresAt: `203${n}-01-01T00:00:00Z` })
            )
            const before = yield* balances
            const replies = yield* race(claims(50))
            assert.deepStrictEqual(tally(replies), { 201: 10, 409: 40 })
            refused(replies)
            assert.deepStrictEqual(codesOf(replies).toSorted(), lines)
            const price = offerPlan.sold_out.points
            const charged = before.map(
              (points, n) =>
                points - price * replies.filter(({ status }, place) => status === 201 && place % 4 === n).length
            )
            assert.deepStrictEqual(yield* balances, charged)
            for (const [n, poolId] of made.entries())
              assert.deepStrictEqual(yield* stock(poolId), [0, parts[n]?.length, 0, 0])
            yield* giveBack(replies)
            assert.deepStrictEqual(yield* balances, before)
            for (const [n, poolId] of made.entries())
              assert.deepStrictEqual(yield* stock(poolId), [0, 0, 0, parts[n]?.length])
            yield* race(made.map(archive))
          })
        )
    )

    it.effect("DOMAIN 8.3: a claim waits for codes that are only held, as while the secret is rotated", () =>
      Effect.gen(function* () {
        const { database, one } = yield* Pair
        const poolId = yield* make(["HELD-1", "HELD-2"])
        const codes = `SELECT FROM offer_codes c JOIN offer_code_pools p ON p.id = c.pool_id WHERE p.xid = $1
          FOR NO KEY UPDATE OF c`
        const { release } = yield* holdRows(database, codes, [poolId])
        const claiming = yield* Effect.forkChild(one.call(claimFor(claimer(0), "sold_out")))
        yield* Effect.raceFirst(eventually("the claim waits", isWaiting(database)), Fiber.join(claiming))
        yield* release
        const claimed = yield* Fiber.join(claiming)
        assert.deepStrictEqual([claimed.status, claimed.at("externalCode")], [201, "HELD-1"], claimed.text)
        yield* giveBack([claimed])
        yield* done(archive(poolId))
      })
    )

    it.effect(
      "DOMAIN 8.3: a claim that races the archiving of its pool gets a code or is sold_out; the codes left are void",
      () =>
        Effect.gen(function* () {
          const seen = new Set<number>()
          yield* Effect.forEach(
            rounds,
            Effect.fnUntraced(function* (round) {
              const poolId = yield* make(times(4).map((n) => `ARCHIVE-${round}-${n}`))
              const before = yield* balances
              const calls: ReadonlyArray<Call> = [...claims(3), archive(poolId), ...claims(7).slice(4)]
              const replies = yield* race(calls)
              const [archived] = replies.slice(3, 4)
              assert.strictEqual(archived?.status, 204)
              const answers = replies.map((reply, n) => (n === 3 ? { ...reply, status: 0 } : reply))
              const codes = codesOf(answers)
              assert.strictEqual(new Set(codes).size, codes.length)
              refused(answers)
              assert.deepStrictEqual(yield* stock(poolId), [0, codes.length, 0, 4 - codes.length])
              seen.add(codes.length)
              // The codes of claims stay visible although the pool is archived.
              for (const [n, { at, status }] of answers.entries()) {
                if (status !== 201) continue
                const path = `/v1/members/me/loyalty/offers/fulfillments/${String(at("fulfillmentId"))}`
                const detail = yield* read({ method: "GET", path, headers: claimer(n) })
                assert.include(codes, detail.at("externalCode"))
              }
              yield* giveBack(answers)
              assert.deepStrictEqual(yield* balances, before)
              assert.deepStrictEqual(yield* stock(poolId), [0, 0, 0, 4])
            })
          )
          assert.isAbove(seen.size, 1, "the archive never came between")
        })
    )

    it.effect("DOMAIN 8.3: a code that is voided while it is claimed is either void or the claim's, never both", () =>
      Effect.gen(function* () {
        yield* Effect.forEach(
          rounds,
          Effect.fnUntraced(function* (round) {
            const poolId = yield* make([`VOID-${round}-0`, `VOID-${round}-1`])
            const listed = yield* read({ method: "GET", path: `${pools}/${poolId}/codes`, headers: administrator })
            const codeId = String(listed.at("items.0.codeId"))
            const replies = yield* race([...claims(3), write("DELETE", `/${poolId}/codes/${codeId}`)])
            const [voided] = replies.slice(3)
            const claimed = replies.slice(0, 3)
            assert.include([204, 409], voided?.status, voided?.text)
            assert.strictEqual(codesOf(claimed).includes(`VOID-${round}-0`), voided?.status === 409)
            assert.strictEqual(new Set(codesOf(claimed)).size, voided?.status === 409 ? 2 : 1)
            assert.deepStrictEqual(yield* stock(poolId), voided?.status === 409 ? [0, 2, 0, 0] : [0, 1, 0, 1])
            yield* giveBack(claimed)
            yield* done(archive(poolId))
          })
        )
      })
    )

    it.effect("PAR-114: uploads of the same codes in other orders all succeed, and each code is added once", () =>
      Effect.forEach(
        rounds,
        Effect.fnUntraced(function* (round) {
          const poolId = yield* make([])
          const lines = times(120).map((n) => `UPLOAD-${round}-${n}`)
          const uploads = [lines, lines.toReversed(), lines.slice(40), lines.slice(0, 80).toReversed()]
          const replies = yield* race(uploads.map((codes) => upload(poolId, codes)))
          assert.deepStrictEqual(tally(replies), { 200: 4 })
          const added = replies.map(({ at }) => Number(at("added")))
          assert.strictEqual(
            added.reduce((sum, one) => sum + one, 0),
            lines.length
          )
          for (const [n, reply] of replies.entries()) {
            const duplicates = reply.at("duplicates")
            assert.strictEqual(
              Array.isArray(duplicates) ? duplicates.length : -1,
              (uploads[n]?.length ?? 0) - (added[n] ?? 0)
            )
          }
          assert.deepStrictEqual(yield* stock(poolId), [120, 0, 0, 0])
          // An upload that races the end of its pool is stored whole or not at all.
          const [late, end] = yield* race([upload(poolId, [`LATE-${round}`]), archive(poolId)])
          assert.strictEqual(end?.status, 204)
          assert.include([200, 409], late?.status, late?.text)
          assert.deepStrictEqual(yield* stock(poolId), [0, 0, 0, late?.status === 200 ? 121 : 120])
        })
      )
    )

    it.effect(
      "DOMAIN 8.3: stock that falls while both processes watch raises one notice, and another after a refill",
      () =>
        Effect.gen(function* () {
          const { database } = yield* Pair
          yield* Effect.forEach(
            times(20),
            Effect.fnUntraced(function* (round) {
              const notices = (poolId: string) =>
                database.query(`SELECT payload ->> 'available' FROM outbox WHERE payload ->> 'poolId' = $1`, [poolId])
              const poolId = yield* make(
                times(6).map((n) => `LOW-${round}-${n}`),
                { lowStockThreshold: 3 }
              )
              const replies = yield* race([run("expire"), run("expire"), ...claims(6), run("expire"), run("expire")])
              yield* race([run("expire"), run("expire")])
              assert.strictEqual((yield* notices(poolId)).length, 1)
              yield* done(
                upload(
                  poolId,
                  times(6).map((n) => `MORE-${round}-${n}`)
                )
              )
              const more = yield* race([...claims(4), run("expire"), run("expire")])
              yield* race([run("expire"), run("expire")])
              assert.strictEqual((yield* notices(poolId)).length, 2)
              const audited = yield* database.query(
                `SELECT count(*)::int FROM audit_log WHERE subject = $1 AND action = 'offer_code_pool.low_stock'`,
                [`offer_code_pool:${poolId}`]
              )
              assert.deepStrictEqual(audited, [[2]])
              yield* giveBack(replies.slice(2, 8))
              yield* giveBack(more)
              yield* done(archive(poolId))
            })
          )
        })
    )

    it.effect("PAR-114: after all of these races the counts are those of the codes, and no code has two claims", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        const counted = `SELECT pool_id, status, sum(codes)::int FROM offer_code_counts
          GROUP BY 1, 2 HAVING sum(codes) <> 0 ORDER BY 1, 2`
        const recounted = `SELECT pool_id, status, count(*)::int FROM offer_codes GROUP BY 1, 2 ORDER BY 1, 2`
        assert.deepStrictEqual(yield* database.query(counted, []), yield* database.query(recounted, []))
        const lost = yield* database.query(
          `SELECT f.id FROM fulfillments f JOIN offers o ON o.id = f.offer_id
            LEFT JOIN offer_codes c ON c.fulfillment_id = f.id
          WHERE o.xid = $1 GROUP BY f.id HAVING count(c.id) <> 1`,
          [demoIds.offers.sold_out]
        )
        assert.deepStrictEqual(lost, [])
      })
    )

    it.effect("MEM-087: no race ran into a deadlock, and the ledger verifies", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        yield* noDeadlock
        assert.include(yield* verifyLedger(database), `"count": 0,`)
      })
    )
  })
})
