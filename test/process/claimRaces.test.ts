import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { type MemberName, memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { type OfferName, offerPlan } from "../../src/demo/offerPlan.ts"
import { venues } from "../../src/demo/venues.ts"
import { addReservation } from "../../src/domain/reservations/addReservation.ts"
import { ReservationXid } from "../../src/domain/reservations/Reservation.ts"
import type { Reply } from "../support/http/httpCall.ts"
import { grant } from "../support/memberServices.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { cancel, claimFor, confirm, headersOf, readFulfillment, verifyLedger } from "./claims.ts"
import { coreEvents } from "./coreEvents.ts"
import {
  atOnce,
  move,
  noDeadlock,
  race,
  read,
  run,
  spendable as spendableBy,
  tally,
  times,
  withStatus
} from "./racing.ts"

const rounds = times(50)

const headers = {
  M1: await Effect.runPromise(headersOf("M1")),
  M2: await Effect.runPromise(headersOf("M2")),
  M3: await Effect.runPromise(headersOf("M3")),
  M_new: await Effect.runPromise(headersOf("M_new"))
}
type Racer = keyof typeof headers

/** The balance of M_new in all of these tests. */
const purse = { valid: 250, credit: 300 }

/** Grants M_new the purse, and the others more than they spend in these tests. */
const plenty = Effect.gen(function* () {
  yield* grant(memberIds.M_new, purse.valid)
  yield* grant(memberIds.M_new, purse.credit, { asset: "CREDIT", expiresAt: null })
  for (const name of ["M1", "M2", "M3"] as const) yield* grant(memberIds[name], 30_000)
})

const purseOf = (name: Racer) =>
  Effect.map(read({ method: "GET", path: "/v1/members/me/wallet/balance", headers: headers[name] }), ({ at }) => ({
    valid: Number(at("validBalance")),
    credit: Number(at("creditBalance"))
  }))

const spendable = (name: Racer) => spendableBy(headers[name])

const statusOf = (name: Racer, id: string) =>
  Effect.map(read(readFulfillment(headers[name], id)), ({ at }) => at("status"))

const claims = (name: Racer, offer: OfferName, more: Parameters<typeof claimFor>[2] = {}) =>
  claimFor(headers[name], offer, more)

const claimed = Effect.fnUntraced(function* (name: Racer, offer: OfferName) {
  const { other } = yield* Pair
  const reply = yield* other.call(claims(name, offer))
  assert.strictEqual(reply.status, 201, reply.text)
  return String(reply.at("fulfillmentId"))
})

const idOf = (reply: Reply) => String(reply.at("fulfillmentId"))

/** The most claims of each offer that the balance of M_new allows. */
const allowed = [
  { offer: "breakfast", most: 1 },
  { offer: "lounge", most: 2 },
  { offer: "discount", most: 4 }
] as const satisfies ReadonlyArray<{ readonly offer: OfferName; readonly most: number }>

const core = Layer.unwrap(Effect.map(Pair, ({ database }) => coreEvents(database)))
const funded = Layer.effectDiscard(plenty).pipe(Layer.provideMerge(core), Layer.provideMerge(pair({ HUB_JOBS: "0" })))

postgres.describe("claims behind two processes", () => {
  layer(funded, { excludeTestServices: true })((it) => {
    it.effect(
      "MEM-087: of 20 parallel claims as many succeed as the balance allows; of 20 parallel cancels one does, and refunds once",
      () =>
        Effect.forEach(
          rounds,
          Effect.fnUntraced(function* (round) {
            const { most, offer } = allowed[round % 3] ?? allowed[0]
            const replies = yield* race(times(20).map(() => claims("M_new", offer)))
            assert.deepStrictEqual(tally(replies), { 201: most, 400: 20 - most })
            const left = yield* spendable("M_new")
            assert.strictEqual(left, purse.valid + purse.credit - most * offerPlan[offer].points)
            const [first = "", ...rest] = withStatus(replies, 201).map(idOf)
            for (const reply of withStatus(replies, 400)) assert.strictEqual(reply.at("code"), "points_short")

            const calls = [...times(20).map(() => first), ...rest].map((id) => cancel(headers.M_new, id))
            const cancelled = yield* race(calls)
            const ofFirst = cancelled.slice(0, 20)
            assert.strictEqual(withStatus(ofFirst, 200).length, 1)
            for (const reply of ofFirst.filter(({ status }) => status !== 200)) {
              assert.include([400, 409], reply.status)
              assert.include(String(reply.at("message")), "cancelled")
            }
            assert.strictEqual(withStatus(cancelled.slice(20), 200).length, most - 1)
            assert.deepStrictEqual(yield* purseOf("M_new"), purse)
          })
        )
    )

    it.effect(
      "MEM-074, MEM-087: 20 parallel confirms are all 200 with one time; of confirm and cancel exactly one wins",
      () =>
        Effect.forEach(
          rounds,
          Effect.fnUntraced(function* (round) {
            const price = offerPlan.lounge.points
            const [alone, torn] = [yield* claimed("M1", "lounge"), yield* claimed("M1", "lounge")]
            const before = yield* spendable("M1")

            const confirmed = yield* race(times(20).map(() => confirm(headers.M1, alone)))
            assert.deepStrictEqual(tally(confirmed), { 200: 20 })
            assert.strictEqual(new Set(confirmed.map(({ at }) => at("fulfilledAt"))).size, 1)
            assert.strictEqual(yield* spendable("M1"), before)

            const isConfirm = (n: number) => (n + round) % 3 === 0
            const replies = yield* race(
              times(12).map((n) => (isConfirm(n) ? confirm(headers.M1, torn) : cancel(headers.M1, torn)))
            )
            const confirms = replies.filter((_, n) => isConfirm(n))
            const cancels = replies.filter((_, n) => !isConfirm(n))
            const end = yield* statusOf("M1", torn)
            if (end === "fulfilled") {
              assert.deepStrictEqual(tally(confirms), { 200: confirms.length })
              assert.strictEqual(new Set(confirms.map(({ at }) => at("fulfilledAt"))).size, 1)
              assert.deepStrictEqual(tally(cancels), { 400: cancels.length })
              assert.strictEqual(yield* spendable("M1"), before)
            } else {
              assert.strictEqual(end, "cancelled")
              assert.deepStrictEqual(tally(confirms), { 400: confirms.length })
              assert.deepStrictEqual(tally(cancels), { 200: 1, 400: cancels.length - 1 })
              assert.strictEqual(yield* spendable("M1"), before + price)
            }
          })
        )
    )

    it.effect(
      "MEM-087, MEM-088: 10 parallel claims with one key are one claim, charge and answer; two without a key are two",
      () =>
        Effect.forEach(
          rounds,
          Effect.fnUntraced(function* (round) {
            const price = offerPlan.spa.points
            const before = yield* spendable("M2")
            const key = `tap ${round}`
            const tapped = yield* race(times(10).map(() => claims("M2", "spa", { key })))
            assert.deepStrictEqual(tally(tapped), { 201: 10 })
            assert.strictEqual(new Set(tapped.map(({ text }) => text)).size, 1)
            assert.strictEqual(yield* spendable("M2"), before - price)

            const other = `other ${round}`
            const differing = yield* race(
              times(4).map((n) => claims("M2", "spa", { key: other, body: n < 2 ? {} : { note: "Another one" } }))
            )
            assert.deepStrictEqual(tally(differing), { 201: 2, 409: 2 })
            assert.strictEqual(new Set(withStatus(differing, 201).map(idOf)).size, 1)
            assert.strictEqual(yield* spendable("M2"), before - 2 * price)

            const plain = yield* race(times(2).map(() => claims("M2", "spa")))
            assert.deepStrictEqual(tally(plain), { 201: 2 })
            const ids = new Set([...tapped, ...differing, ...plain].filter(({ status }) => status === 201).map(idOf))
            assert.strictEqual(ids.size, 4)
            assert.strictEqual(yield* spendable("M2"), before - 4 * price)

            const cancelled = yield* race([...ids].map((id) => cancel(headers.M2, id)))
            assert.deepStrictEqual(tally(cancelled), { 200: 4 })
            assert.strictEqual(yield* spendable("M2"), before)
          })
        )
    )

    it.effect(
      "MEM-088: the last code goes to one of 9 parallel claims; the others are 409 and are charged nothing",
      () =>
        Effect.gen(function* () {
          const { database } = yield* Pair
          const offer = demoIds.offers.museum
          const codes = `SELECT c.id FROM offer_codes c JOIN offer_code_pools p ON p.id = c.pool_id
            JOIN offers o ON o.id = p.offer_id WHERE o.xid = $1 AND c.status = 'available'`
          yield* database.query(
            `UPDATE offer_codes SET status = 'void' WHERE id IN (${codes} ORDER BY c.id OFFSET 1)`,
            [offer]
          )
          const members = ["M1", "M2", "M3"] as const
          const balances = Effect.forEach(members, spendable)
          yield* Effect.forEach(
            rounds,
            Effect.fnUntraced(function* () {
              const before = yield* balances
              const replies = yield* race(times(9).map((n) => claims(members[n % 3] ?? "M1", "museum")))
              assert.deepStrictEqual(tally(replies), { 201: 1, 409: 8 })
              for (const reply of withStatus(replies, 409)) assert.strictEqual(reply.at("code"), "sold_out")
              const winner = replies.findIndex(({ status }) => status === 201)
              const name = members[winner % 3] ?? "M1"
              const charged = before.map((points, n) => (n === winner % 3 ? points - offerPlan.museum.points : points))
              assert.deepStrictEqual(yield* balances, charged)
              const { other } = yield* Pair
              const id = replies[winner] === undefined ? "" : idOf(replies[winner])
              assert.strictEqual((yield* other.call(cancel(headers[name], id))).status, 200)
              // The code was never shown, so it is available to the next round.
              assert.deepStrictEqual(yield* balances, before)
              assert.strictEqual((yield* database.query(codes, [offer])).length, 1)
            })
          )
        })
    )

    it.effect(
      "MEM-048, MEM-087: finalising twice in each of both processes at once credits every stay exactly once",
      () =>
        Effect.gen(function* () {
          const { database, one } = yield* Pair
          yield* one.call(run("finalise"))
          const today = yield* DateTime.now
          const day = (days: number) => DateTime.formatIsoDateUtc(DateTime.add(today, { days }))
          const guests: ReadonlyArray<MemberName> = ["M1", "M1", "M2", "M3"]
          yield* Effect.forEach(
            rounds,
            Effect.fnUntraced(function* (round) {
              const names = guests.map((_, n) => `race ${round} ${n}`)
              for (const [n, name] of names.entries()) {
                yield* addReservation({
                  organizationId: organizationIds.A,
                  propertyId: venues.V1.id,
                  memberId: memberIds[guests[n] ?? "M1"],
                  externalId: ReservationXid.make(name),
                  status: "other",
                  pmsStatus: "checked_out",
                  confirmationCode: null,
                  checkIn: day(-12),
                  checkOut: day(-10),
                  guestCount: 1,
                  bookingChannel: null,
                  spendMinor: 10_000,
                  currency: "EUR",
                  guestLastName: null,
                  guestEmail: null
                })
              }
              const runs = yield* race(times(4).map(() => run("finalise")))
              assert.deepStrictEqual(tally(runs), { 200: 4 })
              const rest = yield* one.call(run("finalise"))
              const finalised = [...runs, rest].reduce((sum, { at }) => sum + Number(at("finalised")), 0)
              assert.strictEqual(finalised, names.length)
              const earned = yield* database.query(
                `SELECT count(e.id)::int, sum(e.points)::int = r.total_points
                FROM reservations r LEFT JOIN wallet_entries e ON e.reservation_id = r.id AND e.type = 'EARN'
                WHERE r.external_id = ANY($1) GROUP BY r.id`,
                [names]
              )
              assert.deepStrictEqual(
                earned,
                names.map(() => [1, true])
              )
            })
          )
        })
    )

    it.effect(
      "MEM-087, MEM-117: of the expiry in a process whose clock is ahead and a cancel one wins, and refunds once",
      () =>
        Effect.gen(function* () {
          const { one, other } = yield* Pair
          const ahead = 3 * 3600
          yield* one.call(move(ahead))
          const before = yield* spendable("M2")
          yield* Effect.forEach(
            rounds,
            Effect.fnUntraced(function* () {
              const ids = yield* Effect.forEach(times(4), () => claimed("M2", "short_lived"))
              // The job takes the oldest first, the member the newest: they meet somewhere between.
              const [expired, cancels, confirmed] = yield* Effect.all(
                [
                  one.call(run("expire")),
                  Effect.forEach(ids.toReversed(), (id) => other.call(cancel(headers.M2, id))),
                  one.call(confirm(headers.M2, ids[1] ?? ""))
                ],
                atOnce
              )
              assert.strictEqual(expired.status, 200, expired.text)
              assert.strictEqual(confirmed.status, 400, confirmed.text)
              for (const [n, id] of ids.toReversed().entries()) {
                const end = yield* statusOf("M2", id)
                if (end === "cancelled") assert.strictEqual(cancels[n]?.status, 200)
                else {
                  assert.strictEqual(end, "expired")
                  assert.strictEqual(cancels[n]?.status, 400)
                  assert.include(String(cancels[n]?.at("message")), "expired")
                }
              }
              assert.strictEqual(yield* spendable("M2"), before)
            })
          )
          assert.strictEqual((yield* one.call(run("expire"))).at("fulfillments"), 0)
          yield* one.call(move(-ahead))
        })
    )

    it.effect("MEM-087: no race ran into a deadlock", () => noDeadlock)

    it.effect("PAR-022: after all of these races the counts of claims are those of the claims", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        const kind = "organization_id, property_id, offer_id, status"
        const counted = `SELECT ${kind}, sum(claims)::int FROM fulfillment_counts
          GROUP BY ${kind} HAVING sum(claims) <> 0 ORDER BY ${kind}`
        const recounted = `SELECT ${kind}, count(*)::int FROM fulfillments WHERE property_id IS NOT NULL
          GROUP BY ${kind} ORDER BY ${kind}`
        assert.deepStrictEqual(yield* database.query(counted), yield* database.query(recounted))
      })
    )

    it.effect("MEM-087: the ledger verifies after all of these races", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        assert.include(yield* verifyLedger(database), `"count": 0,`)
      })
    )
  })
})
