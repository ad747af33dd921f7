import { DateTime, Effect, Layer, Option, Order, TxHashMap } from "effect"
import { type Reach, reachesVenue } from "../../domain/access/Reach.ts"
import type { GuestInvite } from "../../domain/invites/GuestInvite.ts"
import { GuestInvites, type InviteLocator } from "../../domain/invites/GuestInvites.ts"
import type { GuestInviteView } from "../../domain/invites/GuestInviteView.ts"
import { inviteStatusAt } from "../../domain/invites/inviteTransitions.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { NotFound } from "../../domain/shared/NotFound.ts"
import { makeGuestInvitesSql } from "../../sql/repositories/GuestInvitesSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(GuestInvites, makeGuestInvitesSql)

const newestFirst = Order.flip(
  Order.combine(
    Order.mapInput(Order.Number, ({ createdAt }: GuestInvite) => createdAt.epochMilliseconds),
    Order.mapInput(Order.Number, ({ id }: GuestInvite) => id)
  )
)

export const layerMemory = Layer.effect(
  GuestInvites,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { guestInvites, members, organizations, programs, properties, reservations } = memory
    const rows = rowsMemory(memory, "guestInvites")

    const find = (tokenHash: string) =>
      Effect.map(TxHashMap.values(guestInvites), (all) => all.find((row) => row.tokenHash === tokenHash))

    /** The name of an organization; null if it is suspended. */
    const nameOfActive = (organizationId: OrganizationId) =>
      Effect.map(TxHashMap.snapshot(organizations), (all) =>
        lookUp(all, organizationId, ({ name, status }) => (status === "active" ? name : null))
      )

    const locate = Effect.fnUntraced(function* ({ id, reach }: InviteLocator) {
      const row = Option.getOrUndefined(yield* TxHashMap.get(guestInvites, String(id)))
      return row !== undefined && reachesVenue(reach, row.organizationId, row.propertyId)
        ? row
        : yield* new NotFound({})
    })

    const toView = Effect.fnUntraced(function* (reach: Reach) {
      const [ofMembers, ofPrograms, ofProperties, ofReservations] = [
        yield* TxHashMap.snapshot(members),
        yield* TxHashMap.snapshot(programs),
        yield* TxHashMap.snapshot(properties),
        yield* TxHashMap.snapshot(reservations)
      ]
      return (row: GuestInvite, now: DateTime.Utc): GuestInviteView => ({
        inviteId: row.id,
        propertyId: lookUp(ofProperties, row.propertyId, ({ documentId }) => documentId) ?? "",
        email: row.email,
        phone: row.phone,
        firstName: row.firstName,
        lastName: row.lastName,
        status: inviteStatusAt(row, now),
        sentCount: row.sentCount,
        lastSentAt: row.lastSentAt,
        expiresAt: row.expiresAt,
        acceptedAt: row.acceptedAt,
        memberExternalId: lookUp(ofMembers, row.memberId, ({ xid }) => xid),
        reservationId: lookUp(ofReservations, row.reservationId, ({ externalId, organizationId, propertyId }) =>
          reachesVenue(reach, organizationId, propertyId) ? externalId : null
        ),
        programId: lookUp(ofPrograms, row.programId, ({ xid }) => xid),
        createdAt: row.createdAt
      })
    })

    return GuestInvites.of({
      list: Effect.fnUntraced(function* ({ limit, now, offset, reach, search, statuses, within }) {
        const matching = (yield* TxHashMap.values(guestInvites)).filter(
          (row) =>
            reachesVenue(within, row.organizationId, row.propertyId) &&
            (statuses === null || statuses.includes(inviteStatusAt(row, now))) &&
            (search === null || row.searchText.includes(search))
        )
        const view = yield* toView(reach)
        const page = matching.toSorted(newestFirst).slice(offset, offset + limit)
        return { items: page.map((row) => view(row, now)), total: matching.length }
      }, Effect.tx),
      get: Effect.fnUntraced(function* ({ now, ...locator }) {
        const row = yield* locate(locator)
        return (yield* toView(locator.reach))(row, now)
      }, Effect.tx),
      getForUpdate: Effect.fnUntraced(function* (locator) {
        const row = yield* locate(locator)
        const stays = yield* TxHashMap.snapshot(reservations)
        return { ...row, stayVenueId: lookUp(stays, row.reservationId, ({ propertyId }) => propertyId) }
      }, Effect.tx),
      findReferences: Effect.fnUntraced(function* ({ organizationId, programId, propertyId, reservationId }) {
        const stay = (yield* TxHashMap.values(reservations)).find(
          (row) =>
            row.organizationId === organizationId && row.propertyId === propertyId && row.externalId === reservationId
        )
        const program = (yield* TxHashMap.values(programs)).find(
          (row) => row.organizationId === organizationId && row.xid === programId
        )
        return {
          reservationId: reservationId === null ? null : stay?.id,
          programId: programId === null ? null : program?.id
        }
      }, Effect.tx),
      insert: (invite) => Effect.orDie(rows.insertNumbered(invite)),
      update: ({ id, organizationId }, change) => rows.change({ organizationId, id }, change),
      findAddressee: Effect.fnUntraced(function* ({ id, organizationId }) {
        const row = Option.getOrUndefined(yield* rows.find({ organizationId, id }))
        if (row === undefined) return Option.none()
        const venue = lookUp(yield* TxHashMap.snapshot(properties), row.propertyId, ({ name, timezone }) => ({
          name,
          timezone
        }))
        const organizationName = yield* nameOfActive(organizationId)
        if (venue === null || organizationName === null) return Option.none()
        const { email, expiresAt, firstName, locale, phone, status, tokenHash } = row
        return Option.some({
          status,
          tokenHash,
          expiresAt,
          email,
          phone,
          firstName,
          locale,
          propertyName: venue.name,
          timezone: venue.timezone,
          organizationName
        })
      }, Effect.tx),
      updateDelivered: Effect.fnUntraced(function* ({ from, id, now, organizationId, to, tokenHash }) {
        const row = Option.getOrUndefined(yield* rows.find({ organizationId, id, tokenHash }))
        if (row === undefined || !from.includes(row.status)) return false
        yield* TxHashMap.set(guestInvites, String(id), {
          ...row,
          status: to,
          lastSentAt: to === "sent" ? now : row.lastSentAt,
          updatedAt: now
        })
        return true
      }, Effect.tx),
      findByToken: Effect.fnUntraced(function* (tokenHash) {
        const row = yield* find(tokenHash)
        if (row === undefined) return Option.none()
        const organizationName = yield* nameOfActive(row.organizationId)
        const program = lookUp(yield* TxHashMap.snapshot(programs), row.programId, ({ id, status, xid }) => ({
          id,
          xid,
          status
        }))
        const { expiresAt, id, memberId, status } = row
        return organizationName === null
          ? Option.none()
          : Option.some({
              id,
              status,
              tokenHash,
              expiresAt,
              memberId,
              organizationId: row.organizationId,
              organizationName,
              program
            })
      }, Effect.tx),
      updateAccepted: Effect.fnUntraced(function* ({ memberId, now, tokenHash }) {
        const row = yield* find(tokenHash)
        if (row?.status !== "sent" || !DateTime.isGreaterThan(row.expiresAt, now)) return false
        yield* TxHashMap.set(guestInvites, String(row.id), {
          ...row,
          status: "accepted",
          acceptedAt: now,
          memberId,
          updatedAt: now
        })
        return true
      }, Effect.tx)
    })
  })
)
