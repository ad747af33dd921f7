import { DateTime, Effect, Result } from "effect"
import { offerXid, type OfferName } from "../../../src/demo/offerPlan.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { venueDocumentId } from "../../../src/demo/venues.ts"
import { approveFulfillment } from "../../../src/domain/fulfillments/approveFulfillment.ts"
import { cancelFulfillment } from "../../../src/domain/fulfillments/cancelFulfillment.ts"
import { completeFulfillment } from "../../../src/domain/fulfillments/completeFulfillment.ts"
import { confirmFulfillment } from "../../../src/domain/fulfillments/confirmFulfillment.ts"
import type { FulfillmentId } from "../../../src/domain/fulfillments/Fulfillment.ts"
import { redeemFulfillment } from "../../../src/domain/fulfillments/redeemFulfillment.ts"
import { modifyFulfillment } from "../../../src/domain/fulfillments/modifyFulfillment.ts"
import { getFulfillment } from "../../../src/domain/fulfillments/readFulfillments.ts"
import { rejectFulfillment } from "../../../src/domain/fulfillments/rejectFulfillment.ts"
import { addFavorite } from "../../../src/domain/favorites/addFavorite.ts"
import { Jobs } from "../../../src/domain/jobs/Jobs.ts"
import { closeMember } from "../../../src/domain/members/closeMember.ts"
import { MemberId } from "../../../src/domain/members/Member.ts"
import { mergeMembers } from "../../../src/domain/members/mergeMembers.ts"
import { addReservation } from "../../../src/domain/reservations/addReservation.ts"
import { changeReservation, type StayChange } from "../../../src/domain/reservations/changeReservation.ts"
import { ReservationXid } from "../../../src/domain/reservations/Reservation.ts"
import type { CommittedRefusal } from "../../../src/domain/shared/CommittedRefusal.ts"
import { noRow } from "../../../src/domain/shared/Scalars.ts"
import type { Asset } from "../../../src/domain/wallet/Wallet.ts"
import { atTime } from "../atTime.ts"
import { asDesk, deskCommand } from "../claimants.ts"
import { historyMembers, historyStart } from "../datasets/historyDataset.ts"
import { inTransaction } from "../servers/inTransaction.ts"
import { asMember, claim, grant, seenBy } from "../memberServices.ts"
import { newStay } from "../datasets/staysDataset.ts"

/**
 * An event of a history. Members, stays and claims are identified by position: stays and claims among those of the
 * history so far, modulo their number.
 */
export type Event =
  | {
      readonly kind: "give"
      readonly member: number
      readonly asset: Asset
      readonly points: number
      readonly days: number
    }
  | { readonly kind: "take"; readonly member: number; readonly asset: Asset; readonly points: number }
  | { readonly kind: "book"; readonly member: number | null; readonly daysAhead: number; readonly spend: number | null }
  | {
      readonly kind: "tell"
      readonly stay: number
      readonly change: StayWord
      readonly spend: number
      readonly member: number
    }
  | { readonly kind: "claim"; readonly member: number; readonly offer: OfferName; readonly stay: number | null }
  | { readonly kind: "command"; readonly claim: number; readonly trigger: Trigger }
  | { readonly kind: "wait"; readonly hours: number }
  | { readonly kind: "merge"; readonly from: number; readonly to: number }
  | { readonly kind: "read" | "close" | "favorite"; readonly member: number }
  | { readonly kind: "jobs" }

export const triggers = [
  "confirm",
  "cancel",
  "approve",
  "modify",
  "reject",
  "fulfill",
  "wrongCode",
  "complete",
  "look"
] as const
type Trigger = (typeof triggers)[number]

export const stayWords = [
  "checkedOut",
  "cancelled",
  "confirmed",
  "noShow",
  "spend",
  "unspent",
  "member",
  "nobody"
] as const
type StayWord = (typeof stayWords)[number]

/** The state of a history: the rows it created, and the time. */
interface Progress {
  readonly step: number
  readonly now: DateTime.Utc
  /** The id and the current owner of each claim. */
  readonly claims: ReadonlyArray<{ readonly id: FulfillmentId; readonly owner: number }>
  readonly stays: ReadonlyArray<ReservationXid>
}

/** The outcome of an event, in terms that do not depend on the store: no ids. */
type Outcome = string

const memberOf = (place: number) => MemberId.make(historyMembers[place % historyMembers.length] ?? noRow)

const pick = <A>(list: ReadonlyArray<A>, place: number): A | undefined => list[place % Math.max(list.length, 1)]

const dateOf = (now: DateTime.Utc, days: number) => DateTime.formatIsoDateUtc(DateTime.add(now, { days }))

/** The tag of a failure, with its status or reason. */
const failureOf = (failure: { readonly _tag: string }): Outcome =>
  [failure._tag, ...["status", "currentStatus", "code", "reason", "spendable"].map((of) => Reflect.get(failure, of))]
    .filter((word) => typeof word === "string" || typeof word === "number")
    .join(" ")

const outcomeOf = <A, E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<A, E, R>,
  word: (value: A) => Outcome
) => Effect.match(effect, { onSuccess: word, onFailure: failureOf })

const desk = <E extends { readonly _tag: string }, R, F extends { readonly _tag: string }>(
  command: Effect.Effect<{ readonly locked: { readonly row: { readonly status: string } } }, E | CommittedRefusal<F>, R>
) => outcomeOf(asDesk(inTransaction(command)), ({ locked }) => locked.row.status)

const codeOf = (owner: number, id: FulfillmentId) =>
  asMember(owner)(getFulfillment(id)).pipe(
    Effect.map(({ verificationCode }) => verificationCode),
    Effect.orElseSucceed(() => undefined)
  )

const command = Effect.fnUntraced(function* (trigger: Trigger, { id, owner }: Progress["claims"][number]) {
  const theirs = deskCommand(id)
  switch (trigger) {
    case "confirm":
      return yield* outcomeOf(asMember(owner)(inTransaction(confirmFulfillment(id))), ({ status }) => status)
    case "cancel":
      return yield* outcomeOf(asMember(owner)(inTransaction(cancelFulfillment(id))), () => "cancelled")
    case "approve":
      return yield* desk(approveFulfillment(theirs))
    case "modify":
      return yield* desk(modifyFulfillment({ ...theirs, modification: { note: "Later" } }))
    case "reject":
      return yield* desk(rejectFulfillment({ ...theirs, reason: "Full" }))
    case "fulfill":
      return yield* desk(redeemFulfillment({ ...theirs, verificationCode: yield* codeOf(owner, id) }))
    case "wrongCode":
      return yield* desk(redeemFulfillment({ ...theirs, verificationCode: "00000000" }))
    case "complete":
      return yield* desk(completeFulfillment(id))
    case "look":
      return yield* outcomeOf(asMember(owner)(getFulfillment(id)), ({ status }) => status)
  }
})

const changeOf = ({ change, member, spend }: Extract<Event, { kind: "tell" }>, now: DateTime.Utc): StayChange => {
  switch (change) {
    case "checkedOut":
      return { status: "other", pmsStatus: "checked_out", checkIn: dateOf(now, -3), checkOut: dateOf(now, -1) }
    case "cancelled":
      return { status: "cancelled", pmsStatus: "cancelled" }
    case "confirmed":
      return { status: "confirmed", pmsStatus: "confirmed" }
    case "noShow":
      return { status: "other", pmsStatus: "no_show" }
    case "spend":
      return { spend: { minor: 100 * spend, currency: "EUR" } }
    case "unspent":
      return { spend: null }
    case "member":
      return { memberId: memberOf(member) }
    case "nobody":
      return { memberId: null }
  }
}

const jobs = Effect.gen(function* () {
  const { run } = yield* Jobs
  const finalise = yield* run("finalise")
  return JSON.stringify({ ...finalise, ...(yield* run("expire")) })
})

/** Applies an event; returns its outcome and the new state of the history. */
const apply = Effect.fnUntraced(function* (event: Event, progress: Progress) {
  const { claims, now, stays, step } = progress
  const name = `history-${step}`
  const is = (outcome: Outcome, change: Partial<Progress> = {}) => ({ outcome, progress: { ...progress, ...change } })
  switch (event.kind) {
    case "give": {
      const { asset, days, points } = event
      const expiresAt = asset === "CREDIT" ? null : DateTime.add(now, { days })
      yield* grant(memberOf(event.member), points, { asset, correctionId: name, expiresAt })
      return is("granted")
    }
    case "take": {
      const { asset, points } = event
      const { entries } = yield* grant(memberOf(event.member), -points, { asset, correctionId: name })
      return is(JSON.stringify(entries.map((entry) => [entry.type, entry.points, entry.metadata])))
    }
    case "book": {
      const { daysAhead, member, spend } = event
      const stay = newStay({
        externalId: ReservationXid.make(name),
        memberId: member === null ? null : memberOf(member),
        status: "confirmed",
        pmsStatus: "confirmed",
        confirmationCode: name,
        checkIn: dateOf(now, daysAhead),
        checkOut: dateOf(now, daysAhead + 2),
        spendMinor: spend === null ? null : 100 * spend,
        currency: spend === null ? null : "EUR"
      })
      return is(yield* outcomeOf(addReservation(stay), () => "booked"), {
        stays: [...stays, ReservationXid.make(name)]
      })
    }
    case "tell": {
      const externalId = pick(stays, event.stay)
      if (externalId === undefined) return is("no stay")
      const change = changeOf(event, now)
      const message = { organizationId: organizationIds.A, externalId, messageId: name, change }
      return is(yield* outcomeOf(changeReservation(message), () => "changed"))
    }
    case "claim": {
      const owner = memberOf(event.member)
      const reservationId = event.stay === null ? undefined : pick(stays, event.stay)
      const claimed = yield* Effect.result(
        claim(owner, offerXid(event.offer), {
          ...(event.offer === "transfer" && reservationId === undefined ? { propertyId: venueDocumentId("V1") } : {}),
          ...(reservationId === undefined ? {} : { reservationId })
        })
      )
      return Result.match(claimed, {
        onFailure: (failure) => is(failureOf(failure)),
        onSuccess: (id) => is("claimed", { claims: [...claims, { id, owner }] })
      })
    }
    case "command": {
      const of = pick(claims, event.claim)
      return is(of === undefined ? "no claim" : yield* command(event.trigger, of))
    }
    case "wait":
      return is("waited", { now: DateTime.add(now, { hours: event.hours }) })
    case "merge": {
      const [sourceId, targetId] = [memberOf(event.from), memberOf(event.to)]
      const outcome = yield* outcomeOf(mergeMembers({ mergeId: name, sourceId, targetId }), () => "merged")
      if (outcome !== "merged") return is(outcome)
      return is(outcome, {
        claims: claims.map(({ id, owner }) => ({ id, owner: owner === sourceId ? targetId : owner }))
      })
    }
    case "close":
      return is(yield* outcomeOf(closeMember(memberOf(event.member)), () => "closed"))
    case "read":
      return is(JSON.stringify(yield* seenBy(memberOf(event.member))))
    case "favorite": {
      const add = asMember(memberOf(event.member))(addFavorite(venueDocumentId("V1")))
      return is(yield* outcomeOf(add, () => "added"))
    }
    case "jobs":
      return is(yield* jobs)
  }
})

/**
 * Plays a history, each event a minute after the previous one; returns the outcome of each, and the end time. `observe`
 * runs at the start and after each event, with the event's time.
 */
export const play = Effect.fnUntraced(function* <E = never, R = never>(
  events: ReadonlyArray<Event>,
  observe: (now: DateTime.Utc) => Effect.Effect<void, E, R> = () => Effect.void
) {
  let progress: Progress = { step: 0, now: historyStart, claims: [], stays: [] }
  const outcomes: Array<string> = []
  yield* observe(progress.now)
  for (const event of events) {
    const now = DateTime.add(progress.now, { minutes: 1 })
    const after = yield* apply(event, { ...progress, now, step: progress.step + 1 }).pipe(atTime(now))
    yield* observe(now)
    progress = after.progress
    outcomes.push(`${event.kind}: ${after.outcome}`)
  }
  return { outcomes, now: progress.now }
})

/**
 * Plays a history with `width` concurrent events at a time: each refers to the stays and claims that existed when its
 * batch began, so that many concern the same rows. Outcomes depend on which event was first.
 */
export const playAtOnce = Effect.fnUntraced(function* (events: ReadonlyArray<Event>, width: number) {
  let progress: Progress = { step: 0, now: historyStart, claims: [], stays: [] }
  const outcomes: Array<string> = []
  for (let first = 0; first < events.length; first += width) {
    const { claims, now: before, stays } = progress
    const now = DateTime.add(before, { minutes: 1 })
    const all = yield* Effect.forEach(
      events.slice(first, first + width),
      (event, place) => apply(event, { claims, stays, now, step: first + place + 1 }).pipe(atTime(now)),
      { concurrency: "unbounded" }
    )
    const after = all.map((each) => each.progress)
    const owners = new Map(after.flatMap((each) => each.claims.map(({ id, owner }) => [id, owner] as const)))
    progress = {
      step: first + width,
      now: after.reduce((latest, each) => DateTime.max(latest, each.now), now),
      claims: [...owners].map(([id, owner]) => ({ id, owner })),
      stays: [...new Set(after.flatMap((each) => each.stays))]
    }
    outcomes.push(...all.map(({ outcome }) => outcome))
  }
  return { outcomes, now: progress.now }
})
