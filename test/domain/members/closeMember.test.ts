import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TokenRefused } from "../../../src/domain/access/CredentialErrors.ts"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import { cancelFulfillment } from "../../../src/domain/fulfillments/cancelFulfillment.ts"
import { confirmFulfillment } from "../../../src/domain/fulfillments/confirmFulfillment.ts"
import { FulfillmentId } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { getFulfillment, listFulfillments } from "../../../src/domain/fulfillments/readFulfillments.ts"
import { Jobs } from "../../../src/domain/jobs/Jobs.ts"
import { closeMember } from "../../../src/domain/members/closeMember.ts"
import { Enrolments } from "../../../src/domain/members/Enrolments.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { MemberMissing } from "../../../src/domain/members/MemberErrors.ts"
import { MemberAccounts } from "../../../src/domain/members/MemberAccounts.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { ProgramId } from "../../../src/domain/programs/Program.ts"
import { changeReservation } from "../../../src/domain/reservations/changeReservation.ts"
import { linkReservation } from "../../../src/domain/reservations/linkReservation.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { atomically } from "../../../src/domain/shared/atomically.ts"
import { atTime } from "../../support/atTime.ts"
import { inTransaction } from "../../support/servers/inTransaction.ts"
import { asMember, claim, grant, seenBy, twin } from "../../support/memberServices.ts"
import {
  enrolment,
  member,
  offers,
  pendingEarn,
  start,
  stay,
  staysDataset,
  tier,
  wallet
} from "../../support/datasets/staysDataset.ts"
import { twins } from "../../support/twins.ts"

const now = atTime(start)

const dataset = staysDataset({
  ...offers.rows,
  members: [1, 2, 3, 4].flatMap((id) => member(id)),
  enrolments: [
    enrolment(1, 1, 2),
    enrolment(2, 1, 2),
    enrolment(3, 1, 3, { tierExpiresAt: start, qualifyingPoints: 1000, qualifyingNights: 1 }),
    enrolment(4, 1, 3, { tierExpiresAt: DateTime.add(start, { seconds: 1 }) })
  ],
  reservations: [
    stay(1),
    stay(2, { memberId: MemberId.make(2) }),
    stay(3, { memberId: null, guestLastName: "Number 1", guestEmail: "m1@example.com" })
  ],
  wallets: [wallet(1), wallet(2)],
  walletActivity: [pendingEarn(1, 1), pendingEarn(2, 2)]
})

const expire = (time: DateTime.Utc) => atTime(time)(Jobs.use((jobs) => jobs.run("expire")))

const standing = (memberId: number) =>
  Effect.gen(function* () {
    const enrolments = yield* Enrolments
    return Option.map(
      yield* enrolments.findForUpdate({ programId: ProgramId.make(1), memberId: MemberId.make(memberId) }),
      ({ enrolment: of }) => ({
        level: of.tierId - tier(1, 0),
        points: of.qualifyingPoints
      })
    )
  })

twins("closeMember", twin, dataset, (it) => {
  it.effect("DOMAIN 4.5: closing a member twice refunds claims, fails pending points and ends enrolments once", () =>
    Effect.gen(function* () {
      yield* now(grant(1, 500))
      const id = yield* now(claim(1, offers.breakfast))
      assert.strictEqual((yield* now(seenBy(1))).spendable, 200)
      yield* now(closeMember(MemberId.make(1)))
      yield* now(closeMember(MemberId.make(1)))
      const { activity, addsUp, pending, spendable, stays } = yield* now(seenBy(1))
      assert.deepStrictEqual([spendable, pending, addsUp], [500, 0, true])
      assert.include(activity, "earn failed 125")
      assert.deepStrictEqual(stays, { "stay-1": "other 0" })
      assert.strictEqual((yield* now(asMember(1)(getFulfillment(id)))).status, "cancelled")
      assert.deepStrictEqual(yield* standing(1), Option.none())
      const accounts = yield* MemberAccounts
      assert.strictEqual(Option.getOrThrow(yield* accounts.findByIdentity("member-1")).status, "closed")
      const audit = yield* AuditLog
      assert.deepStrictEqual(
        (yield* audit.list("member:00000000000000000000000001")).map(({ action }) => action),
        ["member.closed"]
      )
      assert.deepStrictEqual(yield* Effect.flip(now(closeMember(MemberId.make(99)))), new MemberMissing())
    })
  )

  it.effect("DOMAIN 4.5: a claim authenticated before the closing is TokenRefused and charges nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* Effect.flip(now(claim(1, offers.breakfast))),
        new TokenRefused({ reason: "claims" })
      )
      assert.strictEqual((yield* now(seenBy(1))).spendable, 500)
    })
  )

  it.effect("DOMAIN 4.5: a confirmation or cancellation authenticated before the closing is TokenRefused", () =>
    Effect.gen(function* () {
      const { items } = yield* now(asMember(1)(listFulfillments({ limit: 1, offset: 0 })))
      const id = FulfillmentId.make(items[0]?.fulfillmentId ?? assert.fail())
      const refusals = [
        yield* Effect.flip(now(inTransaction(asMember(1)(confirmFulfillment(id))))),
        yield* Effect.flip(now(inTransaction(asMember(1)(cancelFulfillment(id)))))
      ]
      const refused = new TokenRefused({ reason: "claims" })
      assert.deepStrictEqual(refusals, [refused, refused])
    })
  )

  it.effect("DOMAIN 4.5: a link authenticated before the closing is TokenRefused and leaves the stay unlinked", () =>
    Effect.gen(function* () {
      const externalId = ReservationXid.make("stay-3")
      const link = linkReservation(externalId, { confirmationCode: "CODE3", lastName: "Number 1" })
      assert.deepStrictEqual(
        yield* Effect.flip(now(atomically(asMember(1)(link)))),
        new TokenRefused({ reason: "claims" })
      )
      assert.deepStrictEqual((yield* now(seenBy(1))).stays, { "stay-1": "other 0" })
    })
  )

  it.effect("DOMAIN 4.5: a later change of a stay earns nothing", () =>
    Effect.gen(function* () {
      yield* now(
        changeReservation({
          organizationId: OrganizationId.make(1),
          externalId: ReservationXid.make("stay-1"),
          messageId: "later",
          change: { spend: { minor: 90_000, currency: "EUR" } }
        })
      )
      const { activity, stays } = yield* now(seenBy(1))
      assert.deepStrictEqual(stays, { "stay-1": "other 0" })
      assert.lengthOf(
        activity.filter((item) => item.startsWith("earn")),
        1
      )
    })
  )

  it.effect("DOMAIN 4.5: keeps the balances of both assets for 30 days, then expires them once", () =>
    Effect.gen(function* () {
      yield* now(grant(1, 40, { asset: "CREDIT" }))
      const early = yield* expire(DateTime.add(start, { days: 30, seconds: -1 }))
      assert.strictEqual(early["closedBalances"], 0)
      const later = DateTime.add(start, { days: 30 })
      assert.strictEqual((yield* expire(later))["closedBalances"], 1)
      assert.strictEqual((yield* expire(later))["closedBalances"], 0)
      const { addsUp, spendable, transactions } = yield* atTime(later)(seenBy(1))
      assert.deepStrictEqual([spendable, addsUp], [0, true])
      assert.deepStrictEqual(transactions.slice(0, 2).toSorted(), ["EXPIRE -40", "EXPIRE -500"])
      assert.strictEqual((yield* now(seenBy(2))).pending, 125)
    })
  )
})

twins("expireTiers", twin, dataset, (it) => {
  it.effect("DOMAIN 4.4: stores the new tier of an ended tier period once", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* expire(start))["tiers"], 1)
      assert.strictEqual((yield* expire(start))["tiers"], 0)
      assert.deepStrictEqual(yield* standing(3), Option.some({ level: 2, points: 0 }))
      assert.deepStrictEqual(yield* standing(4), Option.some({ level: 3, points: 0 }))
      assert.strictEqual((yield* expire(DateTime.add(start, { seconds: 1 })))["tiers"], 1)
      assert.deepStrictEqual(yield* standing(4), Option.some({ level: 1, points: 0 }))
    })
  )
})
