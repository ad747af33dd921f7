import { DateTime, Effect, Layer, Order, TxHashMap } from "effect"
import { type Reach, reachesOrganization, reachesVenue } from "../../domain/access/Reach.ts"
import { isDue } from "../../domain/fulfillments/fulfillmentTransitions.ts"
import { containsText, foldText } from "../../domain/shared/foldText.ts"
import type { Member } from "../../domain/members/Member.ts"
import type { MemberRecord } from "../../domain/members/MemberRecord.ts"
import { type LocatedMember, type MembersQuery, MemberViews } from "../../domain/members/MemberViews.ts"
import { toMemberView } from "../../domain/members/toMemberView.ts"
import { dateIn, midnightIn } from "../../domain/shared/calendar.ts"
import { hasPassed } from "../../domain/shared/hasPassed.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { emptyWallet } from "../../domain/wallet/Wallet.ts"
import { makeMemberViewsSql } from "../../sql/repositories/MemberViewsSql.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import { Memory } from "../memory/Memory.ts"
import { linkedMembers } from "./linkedMembers.ts"
import { lookUp } from "./lookUp.ts"
import { stayFactsOf } from "./stayFactsOf.ts"

export const layerSql = Layer.effect(MemberViews, makeMemberViewsSql)

interface VenueStays {
  readonly documentId: string
  readonly stays: number
  readonly latest: DateTime.Utc
}

const homeFirst = Order.combineAll([
  Order.flip(Order.mapInput(Order.Number, ({ stays }: VenueStays) => stays)),
  Order.flip(Order.mapInput(DateTime.Order, ({ latest }: VenueStays) => latest)),
  Order.mapInput(binaryOrder, ({ documentId }: VenueStays) => documentId)
])

const hasPart = ({ matchesContacts, q }: MembersQuery, { email, firstName, lastName, phone, xid }: Member) =>
  q === undefined ||
  containsText(`${firstName} ${lastName}\n${xid}`, q) ||
  (matchesContacts && containsText(`${email}\n${phone ?? ""}`, q))

/** Where the calendar of the store begins. */
const firstMoment = DateTime.makeUnsafe("0001-01-01T00:00:00Z")

export const layerMemory = Layer.effect(
  MemberViews,
  Effect.gen(function* () {
    const memory = yield* Memory

    const enrolmentsOf = Effect.fnUntraced(function* (member: Member, reach: Reach) {
      const programs = yield* TxHashMap.snapshot(memory.programs)
      const tiers = yield* TxHashMap.values(memory.tiers)
      return (yield* TxHashMap.values(memory.enrolments)).flatMap((row) => {
        const program = lookUp(programs, row.programId, (row) => row)
        if (row.memberId !== member.id || row.status !== "active" || program === null) return []
        if (!reachesOrganization(reach, row.organizationId)) return []
        const ofProgram = tiers.filter(({ programId }) => programId === row.programId)
        const enrolledAt = DateTime.formatIso(row.enrolledAt)
        return [{ ...row, enrolledAt, programXid: program.xid, programName: program.name, tiers: ofProgram }]
      })
    })

    const staysOf = Effect.fnUntraced(function* (member: Member, reach: Reach, now: DateTime.Utc) {
      const venues = yield* TxHashMap.snapshot(memory.properties)
      const byVenue = new Map<string, VenueStays>()
      for (const stay of yield* TxHashMap.values(memory.reservations)) {
        const venue = lookUp(venues, stay.propertyId, (row) => row)
        if (stay.memberId !== member.id || venue === null || stay.checkIn === null) continue
        if (!reachesVenue(reach, stay.organizationId, stay.propertyId)) continue
        if (stay.status !== "confirmed" && stay.status !== "other") continue
        if (stay.pmsStatus === "no_show" || stay.checkIn > dateIn(now, venue.timezone)) continue
        const { documentId, timezone } = venue
        const before = byVenue.get(documentId)
        const began = midnightIn(stay.checkIn, timezone)
        byVenue.set(documentId, {
          documentId,
          stays: (before?.stays ?? 0) + 1,
          latest: DateTime.max(before?.latest ?? firstMoment, began)
        })
      }
      const venuesOfStays = [...byVenue.values()].toSorted(homeFirst)
      return {
        stayCount: venuesOfStays.reduce((sum, { stays }) => sum + stays, 0),
        lastStayAt:
          venuesOfStays
            .map(({ latest }) => DateTime.formatIso(latest))
            .toSorted()
            .at(-1) ?? null,
        homePropertyId: venuesOfStays[0]?.documentId ?? null
      }
    })

    const walletOf = Effect.fnUntraced(function* (member: Member, now: DateTime.Utc) {
      const wallets = yield* TxHashMap.snapshot(memory.wallets)
      const { creditBalance, validBalance } = lookUp(wallets, member.id, (row) => row) ?? emptyWallet(member.id)
      const offers = yield* TxHashMap.snapshot(memory.offers)
      const stays = yield* TxHashMap.snapshot(memory.reservations)
      const entries = yield* TxHashMap.values(memory.walletEntries)
      const due = (yield* TxHashMap.values(memory.walletLots)).filter(
        (lot) => lot.memberId === member.id && hasPassed(lot.expiresAt, now)
      )
      const dueClaims = (yield* TxHashMap.values(memory.fulfillments))
        .filter((row) => row.memberId === member.id && isDue(row, now))
        .map(({ id, offerId, redemptionType, status }) => ({
          status,
          redemptionType,
          refundOnExpiry: lookUp(offers, offerId, (offer) => offer.refundOnExpiry) ?? false,
          charges: entries
            .filter((entry) => entry.fulfillmentId === id && entry.type === "SPEND")
            .map(({ asset, points }) => ({ asset, points: -points }))
        }))
      const pending = (yield* TxHashMap.values(memory.walletActivity)).flatMap((row) => {
        const stay = lookUp(stays, row.reservationId, (row) => row)
        const isPending = row.memberId === member.id && row.type === "earn" && row.status === "pending"
        return isPending && stay !== null ? [stay] : []
      })
      return {
        validBalance,
        creditBalance,
        duePoints: due.reduce((sum, { remaining }) => sum + remaining, 0),
        dueClaims,
        pendingEarns: yield* Effect.forEach(pending, (stay) => stayFactsOf(memory, stay, now))
      }
    })

    const recordOf = Effect.fnUntraced(function* (member: Member, reach: Reach, now: DateTime.Utc) {
      const enrolments = yield* enrolmentsOf(member, reach)
      return {
        ...member,
        createdAt: DateTime.formatIso(member.createdAt),
        updatedAt: DateTime.formatIso(member.updatedAt),
        enrolments,
        ...(yield* staysOf(member, reach, now)),
        wallet: enrolments.length === 0 ? null : yield* walletOf(member, now)
      } satisfies MemberRecord
    })

    const located = Effect.fnUntraced(function* (member: Member, reach: Reach, now: DateTime.Utc) {
      return {
        memberId: member.id,
        member: toMemberView(yield* recordOf(member, reach, now), now)
      } satisfies LocatedMember
    })

    const visible = (reach: Reach) =>
      Effect.map(linkedMembers(memory, reach), (members) =>
        members.toSorted(Order.mapInput(binaryOrder, ({ xid }: Member) => xid))
      )

    return MemberViews.of({
      list: Effect.fnUntraced(function* (query) {
        const { email, limit, now, offset, programId, reach, tierId, updatedSince, within } = query
        const matching: Array<Member> = []
        for (const member of yield* visible(within)) {
          const { programs } = toMemberView(yield* recordOf(member, reach, now), now)
          const isMatch =
            hasPart(query, member) &&
            (email === undefined || foldText(member.email) === foldText(email)) &&
            (tierId === undefined || programs.some((program) => program.tierId === tierId)) &&
            (programId === undefined || programs.some((program) => program.programId === programId)) &&
            (updatedSince === undefined || DateTime.isGreaterThanOrEqualTo(member.updatedAt, updatedSince))
          if (isMatch) matching.push(member)
        }
        const page = yield* Effect.forEach(matching.slice(offset, offset + limit), (one) => located(one, reach, now))
        return { items: page.map(({ member }) => member), total: matching.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* ({ externalId, now, reach }) {
        const member = (yield* visible(reach)).find(({ xid }) => xid === externalId)
        return member === undefined ? yield* new NotFound({}) : yield* located(member, reach, now)
      }, Effect.tx),
      getMany: Effect.fnUntraced(function* ({ memberIds, now, reach }) {
        const members = (yield* visible(reach)).filter(({ id }) => memberIds.includes(id))
        return yield* Effect.forEach(members, (member) => located(member, reach, now))
      }, Effect.tx)
    })
  })
)
