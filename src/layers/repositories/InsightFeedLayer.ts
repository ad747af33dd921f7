import { Effect, Equal, Layer, Order, TxHashMap } from "effect"
import type { GuestIntelligence } from "../../domain/insight/GuestIntelligence.ts"
import { type DeliveredRecord, InsightFeed } from "../../domain/insight/InsightFeed.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { makeInsightFeedSql } from "../../sql/repositories/InsightFeedSql.ts"
import { Memory } from "../memory/Memory.ts"
import { rowsMemory } from "../memory/rowsMemory.ts"

export const layerSql = Layer.effect(InsightFeed, makeInsightFeedSql)

const byId = Order.mapInput(Order.Number, ({ id }: Pick<GuestIntelligence, "id">) => id)

/** The row after a delivery. The sealed guest id behind the hash stays as it was. */
const delivered = (row: GuestIntelligence, { pmsGuestIdEnc: _, ...record }: DeliveredRecord): GuestIntelligence => ({
  ...row,
  ...record
})

export const layerMemory = Layer.effect(
  InsightFeed,
  Effect.gen(function* () {
    const memory = yield* Memory
    const records = rowsMemory(memory, "guestIntelligence")
    const runs = rowsMemory(memory, "insightRuns")
    const secrets = rowsMemory(memory, "insightSecrets")

    const membersOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
      const links = [
        ...(yield* TxHashMap.values(memory.enrolments)),
        ...(yield* TxHashMap.values(memory.reservations)),
        ...(yield* TxHashMap.values(memory.fulfillments)),
        ...(yield* TxHashMap.values(memory.guestInvites))
      ]
      const ids = new Set(links.flatMap((link) => (link.organizationId === organizationId ? [link.memberId] : [])))
      return (yield* TxHashMap.values(memory.members)).flatMap(({ id, mergedInto, xid }) => {
        const holder = mergedInto ?? id
        return ids.has(holder) ? [{ id: holder, xid }] : []
      })
    })

    return InsightFeed.of({
      findSecretForShare: (organizationId) => secrets.find({ organizationId }),
      findSecretForUpdate: (organizationId) => secrets.find({ organizationId }),
      insertSecret: (secret) => Effect.asVoid(Effect.orDie(secrets.insertMissing(secret))),
      updateSecret: ({ organizationId, ...change }) => secrets.change({ organizationId }, change),
      listReferences: Effect.fnUntraced(function* (organizationId, of) {
        const isOwn = (row: { readonly organizationId: OrganizationId }) => row.organizationId === organizationId
        const properties = (yield* TxHashMap.values(memory.properties)).filter(isOwn)
        const stays = (yield* TxHashMap.values(memory.reservations)).filter(isOwn)
        const guests = (yield* TxHashMap.values(memory.guests)).filter(isOwn)
        const members = yield* membersOf(organizationId)
        return {
          properties: new Map(
            properties.flatMap((row) => (of.propertyIds.includes(row.documentId) ? [[row.documentId, row.id]] : []))
          ),
          reservations: new Map(
            stays.flatMap((row) => (of.reservationIds.includes(row.externalId) ? [[row.externalId, row]] : []))
          ),
          members: new Map(members.flatMap((row) => (of.memberIds.includes(row.xid) ? [[row.xid, row.id]] : []))),
          guests: new Map(guests.flatMap((row) => (of.guestIds.includes(row.xid) ? [[row.xid, row.id]] : [])))
        }
      }, Effect.tx),
      update: Effect.fnUntraced(function* ({ now, organizationId, records: all }) {
        return yield* Effect.forEach(
          all,
          Effect.fnUntraced(function* (record) {
            const { hashedPmsGuestId } = record
            const found = (yield* TxHashMap.values(memory.guestIntelligence)).find(
              (row) => row.organizationId === organizationId && row.hashedPmsGuestId === hashedPmsGuestId
            )
            if (found === undefined) {
              yield* Effect.orDie(records.insertNumbered({ ...record, organizationId, createdAt: now, updatedAt: now }))
              return "created" as const
            }
            const { id, organizationId: _, ...change } = delivered(found, record)
            if (Equal.equals({ ...found }, { ...delivered(found, record) })) return "unchanged" as const
            yield* records.change({ organizationId, id }, { ...change, updatedAt: now })
            return "updated" as const
          })
        )
      }, Effect.tx),
      listHashes: Effect.fnUntraced(function* ({ after, limit, organizationId }) {
        return (yield* TxHashMap.values(memory.guestIntelligence))
          .filter((row) => row.organizationId === organizationId && row.id > after)
          .toSorted(byId)
          .slice(0, limit)
          .map(({ hashedPmsGuestId, id, pmsGuestIdEnc }) => ({ id, hashedPmsGuestId, pmsGuestIdEnc }))
      }, Effect.tx),
      changeHashes: Effect.fnUntraced(function* ({ organizationId, records: all }) {
        for (const { id, ...change } of all) yield* records.change({ organizationId, id }, change)
      }, Effect.tx),
      insertRun: (run) => Effect.orDie(runs.insertNumbered(run)),
      updateRun: ({ id, organizationId, ...change }) => runs.change({ organizationId, id }, change)
    })
  })
)
