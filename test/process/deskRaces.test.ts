import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { inviteTokens } from "../../src/demo/demoInvites.ts"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { type OfferName, offerPlan } from "../../src/demo/offerPlan.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import type { Call, Reply } from "../support/http/httpCall.ts"
import { grant } from "../support/memberServices.ts"
import { Pair, pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { cancel, claimFor, confirm, headersOf, readFulfillment, verifyLedger } from "./claims.ts"
import { coreEvents } from "./coreEvents.ts"
import { actionsOf, approve, fulfill, redemptions, reject } from "./desk.ts"
import { atOnce, move, noDeadlock, race, read, run, spendable, tally, times, withStatus } from "./racing.ts"

const rounds = times(50)

const M1 = await Effect.runPromise(headersOf("M1"))
const guest = await Effect.runPromise(headersOf("M_new"))

/** Runs both calls at once. In every other round the second one goes first, through the first process. */
const eitherFirst = Effect.fnUntraced(function* (round: number, first: Call, second: Call) {
  const { one, other } = yield* Pair
  if (round % 2 === 0) return yield* Effect.all([one.call(first), other.call(second)], atOnce)
  const [b, a] = yield* Effect.all([one.call(second), other.call(first)], atOnce)
  const replies: [Reply, Reply] = [a, b]
  return replies
})

const claimed = Effect.fnUntraced(function* (offer: OfferName) {
  const { other } = yield* Pair
  const reply = yield* other.call(claimFor(M1, offer))
  assert.strictEqual(reply.status, 201, reply.text)
  return String(reply.at("fulfillmentId"))
})

/** The status of a claim as its member sees it, and its code. */
const viewOf = (id: string) =>
  Effect.map(read(readFulfillment(M1, id)), ({ at }) => ({
    status: at("status"),
    code: String(at("verificationCode"))
  }))

const recordsOf = (id: string) => Effect.map(read(redemptions(id)), actionsOf)

const statusAfter = ({ at }: Reply) => [at("code"), at("details.currentStatus")]

const books = Effect.gen(function* () {
  const { database } = yield* Pair
  assert.include(yield* verifyLedger(database), `"count": 0,`)
})

const environment = { HUB_JOBS: "0", HUB_LIMIT_INVITE_RESEND: "1000000", HUB_LIMIT_MEMBER_LOOKUP: "1000000" }
const core = Layer.unwrap(Effect.map(Pair, ({ database }) => coreEvents(database)))
const funded = Layer.effectDiscard(grant(memberIds.M1, 100_000)).pipe(
  Layer.provideMerge(core),
  Layer.provideMerge(pair(environment))
)

postgres.describe("a desk and others behind two processes", () => {
  layer(funded, { excludeTestServices: true })((it) => {
    it.effect(
      "PAR-029: of a member's cancel and a desk's fulfill one wins, and points are refunded only if cancelled",
      () =>
        Effect.gen(function* () {
          for (const round of rounds) {
            const before = yield* spendable(M1)
            const id = yield* claimed("late_checkout")
            const { code: verificationCode } = yield* viewOf(id)
            const [cancelled, fulfilled] = yield* eitherFirst(round, cancel(M1, id), fulfill(id, { verificationCode }))
            const { status } = yield* viewOf(id)
            const isCancelled = status === "cancelled"
            assert.deepStrictEqual([cancelled.status, fulfilled.status], isCancelled ? [200, 409] : [400, 200])
            if (isCancelled) {
              assert.deepStrictEqual(statusAfter(fulfilled), ["invalid_state_transition", "cancelled"])
            } else {
              assert.strictEqual(status, "fulfilled")
              assert.include(String(cancelled.at("message")), "fulfilled")
            }
            const price = isCancelled ? 0 : offerPlan.late_checkout.points
            assert.strictEqual(yield* spendable(M1), before - price)
            assert.deepStrictEqual(yield* recordsOf(id), isCancelled ? [] : ["fulfill"])
          }
          yield* books
        })
    )

    it.effect(
      "PAR-029: a member's confirm and a desk's approve act on the current status; a fulfilled claim is not approved",
      () =>
        Effect.gen(function* () {
          for (const round of rounds) {
            // A spa claim is claimed already, a tasting claim waits for the desk.
            const isWaiting = round % 4 > 1
            const offer = isWaiting ? "tasting" : "spa"
            const before = yield* spendable(M1)
            const id = yield* claimed(offer)
            const [confirmed, approved] = yield* eitherFirst(round, confirm(M1, id), approve(id))
            const { status } = yield* viewOf(id)
            if (confirmed.status === 200) {
              assert.strictEqual(status, "fulfilled")
              if (approved.status !== 200) {
                assert.isFalse(isWaiting)
                assert.deepStrictEqual(statusAfter(approved), ["invalid_state_transition", "fulfilled"])
              }
            } else {
              assert.isTrue(isWaiting)
              assert.include(String(confirmed.at("message")), "pending_approval")
              assert.deepStrictEqual([status, approved.status], ["approved", 200])
            }
            assert.deepStrictEqual(yield* recordsOf(id), approved.status === 200 ? ["approve"] : [])
            assert.strictEqual(yield* spendable(M1), before - offerPlan[offer].points)
          }
          yield* books
        })
    )

    it.effect(
      "PAR-029, MEM-117: of a desk's reject and the expiry exactly one wins, and the points are refunded once",
      () =>
        Effect.gen(function* () {
          const { one, other } = yield* Pair
          const ahead = 3 * 3600
          yield* one.call(move(ahead))
          yield* one.call(run("expire"))
          for (const round of rounds) {
            const before = yield* spendable(M1)
            const ids = yield* Effect.forEach(times(3), () => claimed("short_lived"))
            // The job takes the oldest first, the desk the newest: they meet somewhere between.
            const [expired, ...rejected] = yield* Effect.all(
              [one.call(run("expire")), ...ids.toReversed().map((id) => other.call(reject(id)))],
              atOnce
            )
            assert.strictEqual(expired.status, 200, expired.text)
            for (const [n, id] of ids.toReversed().entries()) {
              const reply = rejected[n] ?? assert.fail("no reply")
              const { status } = yield* viewOf(id)
              const isRejected = status === "rejected"
              assert.strictEqual(reply.status, isRejected ? 200 : 409, reply.text)
              if (!isRejected) assert.deepStrictEqual(statusAfter(reply), ["invalid_state_transition", "expired"])
              assert.deepStrictEqual(yield* recordsOf(id), isRejected ? ["reject"] : [])
            }
            assert.strictEqual(yield* spendable(M1), before, `round ${round}`)
          }
          yield* one.call(move(-ahead))
          yield* books
        })
    )

    it.effect(
      "PAR-029, PAR-026: of two desks that fulfill a claim with the same code one succeeds, and leaves one record",
      () =>
        Effect.gen(function* () {
          for (const round of rounds) {
            const id = yield* claimed("late_checkout")
            const { code: verificationCode } = yield* viewOf(id)
            const replies = yield* eitherFirst(
              round,
              fulfill(id, { verificationCode }, { desk: "all" }),
              fulfill(id, { verificationCode }, { desk: "V1" })
            )
            assert.deepStrictEqual(tally(replies), { 200: 1, 409: 1 })
            for (const reply of withStatus(replies, 409)) {
              assert.deepStrictEqual(statusAfter(reply), ["invalid_state_transition", "fulfilled"])
            }
            assert.deepStrictEqual(yield* recordsOf(id), ["fulfill"])
          }
          yield* books
        })
    )

    it.effect(
      "PAR-028: of six wrong codes at once through two processes five are 400 and one is 429; five are counted",
      () =>
        Effect.gen(function* () {
          const { database, one } = yield* Pair
          for (const round of rounds) {
            const id = yield* claimed("late_checkout")
            const { code } = yield* viewOf(id)
            const wrong = code === "00000000" ? "11111111" : "00000000"
            const replies = yield* race(
              times(6).map((n) => fulfill(id, { verificationCode: wrong }, { desk: n % 3 === 0 ? "V1" : "all" }))
            )
            assert.deepStrictEqual(tally(replies), { 400: 5, 429: 1 })
            for (const { at } of withStatus(replies, 400)) assert.strictEqual(at("code"), "invalid_verification_code")
            const [counted] = yield* database.query(
              `SELECT (SELECT count(*)::int FROM verification_attempts WHERE fulfillment_id = $1::uuid),
                (SELECT count(*)::int FROM audit_log WHERE subject = 'fulfillment:' || $1
                  AND action = 'verification_blocked')`,
              [id]
            )
            assert.deepStrictEqual(counted, [5, 1], `round ${round}`)
            assert.strictEqual((yield* one.call(fulfill(id, { verificationCode: code }))).status, 429)
            // Other routes are not blocked, and the claim is unchanged.
            assert.strictEqual((yield* one.call(reject(id))).status, 200)
            assert.deepStrictEqual(yield* recordsOf(id), ["reject"])
          }
          yield* books
        })
    )

    it.effect("MEM-119, DOMAIN 7.1: of an invite's resend and its accept exactly one wins", () =>
      Effect.gen(function* () {
        const { database } = yield* Pair
        const id = demoIds.invites.sent
        const accept: Call = {
          method: "POST",
          path: "/v1/members/me/invites/accept",
          headers: guest,
          body: { token: inviteTokens.sent }
        }
        for (const round of rounds) {
          yield* database.query(
            `UPDATE guest_invites SET status = 'sent', token_hash = $1, last_sent_at = now(), accepted_at = NULL,
                member_id = NULL WHERE id = $2`,
            [sha256(inviteTokens.sent), id]
          )
          const resend: Call = {
            method: "POST",
            path: `/v1/partner/vguests/guest-invites/${id}/resend`,
            headers: { "x-api-key": partnerKeys.PA_both, "idempotency-key": crypto.randomUUID() }
          }
          const [resent, accepted] = yield* eitherFirst(round, resend, accept)
          const isAccepted = accepted.status === 200
          assert.deepStrictEqual([resent.status, accepted.status], isAccepted ? [409, 200] : [200, 404])
          if (isAccepted) assert.deepStrictEqual(statusAfter(resent), ["invalid_state_transition", "accepted"])
          const [row] = yield* database.query(
            "SELECT status, token_hash = $1, member_id FROM guest_invites WHERE id = $2",
            [sha256(inviteTokens.sent), id]
          )
          assert.deepStrictEqual(row, isAccepted ? ["accepted", true, memberIds.M_new] : ["pending", false, null])
        }
        yield* books
      })
    )

    it.effect("PAR-029: no race ran into a deadlock", () => noDeadlock)
  })
})
