import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import * as fc from "fast-check"
import { approveFulfillment } from "../../../src/domain/fulfillments/approveFulfillment.ts"
import { cancelFulfillment } from "../../../src/domain/fulfillments/cancelFulfillment.ts"
import type { DeskCommand } from "../../../src/domain/fulfillments/DeskCommand.ts"
import { FulfillmentId } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { getFulfillment } from "../../../src/domain/fulfillments/readFulfillments.ts"
import { redeemFulfillment } from "../../../src/domain/fulfillments/redeemFulfillment.ts"
import { rejectFulfillment } from "../../../src/domain/fulfillments/rejectFulfillment.ts"
import { Jobs } from "../../../src/domain/jobs/Jobs.ts"
import { addReservation } from "../../../src/domain/reservations/addReservation.ts"
import { changeReservation, type StayChange } from "../../../src/domain/reservations/changeReservation.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import { inTransaction } from "../servers/inTransaction.ts"
import { asMember, claim, grant, seenBy } from "../memberServices.ts"
import { newStay } from "../datasets/staysDataset.ts"
import { type Act, type Answer, asPartner, command, type Plan, place, reachOf } from "./commands.ts"
import { campaignMultiplier } from "./homes.ts"
import { endClaim, type Model, type ModelStay, nextCode, pick, pointsOfStay, settle } from "./Model.ts"
import { judgeStock, readPool } from "./poolCommands.ts"

const memberOf = ({ home }: Model, member: number) => home.members[member] ?? assert.fail("a home has the member")

/** A member's view of their points and stays. */
export const readWallet =
  (model: Model, member: number): Act =>
  () =>
    seenBy(memberOf(model, member))

const staysOf = ({ stays }: Model, member: number) => [...stays].filter(([, stay]) => stay.member === member)

/** The view adds up, and stays that are not finalised show the points predicted by the model. */
export const judgeWallet = (model: Model, member: number, read: Answer) => {
  // Reading a wallet ends its due claims first.
  settle(model, { member })
  assert.isTrue(read.at("addsUp"))
  const views = staysOf(model, member).flatMap(([id, stay]) => {
    const [, points, final] = String(read.at(`stays.${id}`)).split(" ")
    return [{ stay, points: Number(points), isFinal: final === "final" }]
  })
  const news = views.filter(({ isFinal, stay }) => isFinal && !stay.isFinal)
  for (const { isFinal, points, stay } of views) {
    const expected = pointsOfStay(model, stay)
    // A stay finalised with points may promote the member before the next one, and before those still pending.
    const isBefore = isFinal ? news.length === 1 : news.every((one) => one.points === 0)
    const isPredicted = expected !== undefined && !stay.isFinal && isBefore
    if (isPredicted) assert.strictEqual(points, expected)
  }
  for (const { points, stay } of news) {
    stay.isFinal = true
    if (points > 0) model.promoted.add(member)
  }
}

/** Grants a member points that do not expire. */
export const grantPoints =
  (member: number, points: number) =>
  (model: Model): Plan => ({ act: () => grant(memberOf(model, member), points) })

const member = fc.nat({ max: 2 })
const minor = fc.integer({ min: 1, max: 90_000 })
const desk = { kind: "key", id: "key-1", name: "Desk" } as const

const verbs = ["cancel", "approve", "reject", "fulfill", "look"] as const
const reportKinds = ["checkedOut", "cancelled", "confirmed", "spend", "unspent", "member"] as const

const doVerb = (verb: (typeof verbs)[number], of: number, theirs: DeskCommand): ReturnType<Act> => {
  switch (verb) {
    case "cancel":
      return asMember(of)(inTransaction(cancelFulfillment(theirs.fulfillmentId)))
    case "approve":
      return Effect.asVoid(inTransaction(approveFulfillment(theirs)))
    case "reject":
      return Effect.asVoid(inTransaction(rejectFulfillment({ ...theirs, reason: "Full" })))
    case "fulfill":
      return asMember(of)(getFulfillment(theirs.fulfillmentId)).pipe(
        Effect.flatMap(({ verificationCode }) => inTransaction(redeemFulfillment({ ...theirs, verificationCode }))),
        Effect.asVoid
      )
    case "look":
      return Effect.void
  }
}

/** Applies a PMS report to the model's stay; returns the change that the core sends. */
const applyReport = (stay: ModelStay, { kind, member, spendMinor }: StayReport, model: Model): StayChange => {
  const day = (days: number) => DateTime.formatIsoDateUtc(DateTime.add(model.now, { days }))
  switch (kind) {
    case "checkedOut": {
      Object.assign(stay, { checkIn: day(-3), isCalledOff: false })
      return { status: "other", pmsStatus: "checked_out", checkIn: day(-3), checkOut: day(-1) }
    }
    case "cancelled":
    case "confirmed": {
      stay.isCalledOff = kind === "cancelled"
      return { status: kind, pmsStatus: kind }
    }
    case "spend": {
      stay.spendMinor = spendMinor
      return { spend: { minor: spendMinor, currency: "EUR" } }
    }
    case "unspent": {
      stay.spendMinor = null
      return { spend: null }
    }
    case "member": {
      stay.member = member
      return { memberId: memberOf(model, member) }
    }
  }
}

interface StayReport {
  readonly kind: (typeof reportKinds)[number]
  readonly member: number
  readonly spendMinor: number
}

export const memberCommands = [
  command("claimOffer", fc.record({ member, offer: fc.nat({ max: 1 }) }), ({ member: who, offer }, model) => {
    const memberId = memberOf(model, who)
    const offerId = model.home.offerIds[offer] ?? ""
    return {
      act: () => Effect.flatMap(claim(memberId, offerId), (id) => asMember(memberId)(getFulfillment(id))),
      reads: [readWallet(model, who)],
      judge: (answer, wallet) => {
        settle(model, { member: who })
        let code = nextCode(model, offerId)
        if (code === undefined && (answer.failure === null || answer.failure === "SoldOut")) {
          settle(model, { offerId })
          code = nextCode(model, offerId)
        }
        if (answer.failure === null && code === undefined) assert.fail("a claim without a code")
        // The third member is short of points.
        if (who < 2) assert.strictEqual(answer.failure, code === undefined ? "SoldOut" : null)
        if (wallet !== undefined) judgeWallet(model, who, wallet)
        if (answer.failure !== null || code === undefined) return
        const isShown = offer === 0
        assert.strictEqual(answer.at("externalCode"), isShown ? code.text : undefined)
        code.pool.codes.set(code.text, "assigned")
        const expiresAt = Date.parse(String(answer.at("expiresAt")))
        const id = String(answer.at("fulfillmentId"))
        model.claims.set(id, { member: who, offerId, code, expiresAt, isOpen: true, isShown })
      }
    }
  }),
  command(
    "commandClaim",
    fc.record({ claim: place, verb: fc.constantFrom(...verbs) }),
    ({ claim: nth, verb }, model) => {
      const [claimId, claimed] = pick(model.claims, nth) ?? []
      if (claimId === undefined || claimed === undefined) return undefined
      const memberId = memberOf(model, claimed.member)
      const [poolId = ""] = [...model.pools].find(([, pool]) => pool === claimed.code.pool) ?? []
      const isDue = () => claimed.expiresAt <= model.now.epochMilliseconds
      return {
        act: (id) => {
          const fulfillmentId = FulfillmentId.make(id(claimId))
          return asPartner(model.home)(
            doVerb(verb, memberId, { fulfillmentId, reach: reachOf(model.home), actor: desk })
          )
        },
        reads: [(id) => asMember(memberId)(getFulfillment(FulfillmentId.make(id(claimId)))), readPool(model, poolId)],
        judge: ({ failure }, detail, pool) => {
          const wasOpen = claimed.isOpen && !isDue()
          if (claimed.isOpen && isDue()) endClaim(claimed)
          // A desk only has claims of venues; the first offer belongs to the whole organization.
          const isDesks = claimed.offerId === model.home.offerIds[1]
          if (wasOpen && (verb === "cancel" || verb === "reject")) {
            assert.strictEqual(failure === null, verb === "cancel" || isDesks)
          }
          const isDone = wasOpen && failure === null
          if (isDone && verb === "approve") claimed.isShown = true
          if (isDone && verb !== "look" && verb !== "approve") endClaim(claimed, verb === "fulfill")
          const { pool: holder, text } = claimed.code
          if (claimed.isOpen && claimed.isShown) assert.strictEqual(detail?.at("externalCode"), text)
          if (pool !== undefined) judgeStock(model, holder, pool)
        }
      }
    }
  ),
  command(
    "bookStay",
    fc.record({ member, venue: fc.nat({ max: 1 }), days: fc.integer({ min: -4, max: 5 }), spendMinor: minor }),
    ({ days, member: who, spendMinor, venue }, model) => {
      const name = `stay-${model.home.organizationId}-${model.step}`
      const day = (more: number) => DateTime.formatIsoDateUtc(DateTime.add(model.now, { days: days + more }))
      const stay = newStay({
        externalId: ReservationXid.make(name),
        organizationId: model.home.organizationId,
        propertyId: (model.home.venues[venue] ?? assert.fail("a home has the venue")).id,
        memberId: memberOf(model, who),
        status: "confirmed",
        pmsStatus: "confirmed",
        confirmationCode: name,
        checkIn: day(0),
        checkOut: day(2),
        spendMinor,
        currency: "EUR"
      })
      return {
        act: () => addReservation(stay),
        reads: [readWallet(model, who)],
        judge: ({ failure }, wallet) => {
          assert.isNull(failure)
          const campaign = venue === 0 ? campaignMultiplier : 100
          const facts = { member: who, checkIn: day(0), campaign, spendMinor, isCalledOff: false, isFinal: false }
          model.stays.set(name, facts)
          if (wallet !== undefined) judgeWallet(model, who, wallet)
        }
      }
    }
  ),
  command(
    "changeStay",
    fc.record({ stay: place, kind: fc.constantFrom(...reportKinds), member, spendMinor: minor }),
    ({ stay: nth, ...report }, model) => {
      const [externalId, stay] = pick(model.stays, nth) ?? []
      if (externalId === undefined || stay === undefined) return undefined
      const after = { ...stay }
      const change = applyReport(after, report, model)
      const { organizationId } = model.home
      const messageId = `message-${organizationId}-${model.step}`
      const who = after.member ?? 0
      return {
        act: () =>
          changeReservation({ organizationId, externalId: ReservationXid.make(externalId), messageId, change }),
        reads: [readWallet(model, who)],
        judge: ({ failure }, wallet) => {
          if (failure === null) Object.assign(stay, after)
          if (wallet !== undefined) judgeWallet(model, who, wallet)
        }
      }
    }
  ),
  command("runJob", fc.record({ job: fc.constantFrom("finalise" as const, "expire" as const) }), ({ job }, model) => ({
    act: () => Jobs.use(({ run }) => run(job)),
    reads: [0, 1, 2].map((who) => readWallet(model, who)),
    judge: (_, ...wallets) => {
      if (job === "expire") settle(model)
      for (const [who, wallet] of wallets.entries()) judgeWallet(model, who, wallet)
    }
  })),
  command("wait", fc.record({ hours: fc.constantFrom(1, 3, 25, 75) }), ({ hours }, model) => ({
    act: () => Effect.void,
    judge: () => {
      model.now = DateTime.add(model.now, { hours })
    }
  }))
]
