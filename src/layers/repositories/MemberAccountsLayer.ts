import { Effect, HashMap, Layer, Option, TxHashMap } from "effect"
import { keyText } from "../../domain/dataset/keyText.ts"
import { isOpen } from "../../domain/fulfillments/FulfillmentStatus.ts"
import type { MemberId } from "../../domain/members/Member.ts"
import { MemberAccounts } from "../../domain/members/MemberAccounts.ts"
import { hasPassed } from "../../domain/shared/hasPassed.ts"
import { makeMemberAccountsSql } from "../../sql/repositories/MemberAccountsSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(MemberAccounts, makeMemberAccountsSql)

/** Replaces the selected rows of a table. */
const replace = <Row>(
  table: TxHashMap.TxHashMap<string, Row>,
  isPicked: (row: Row) => boolean,
  replaced: (row: Row) => Row
) =>
  Effect.flatMap(TxHashMap.entries(table), (rows) =>
    Effect.forEach(
      rows.filter(([, row]) => isPicked(row)),
      ([key, row]) => TxHashMap.set(table, key, replaced(row)),
      { discard: true }
    )
  )

export const layerMemory = Layer.effect(
  MemberAccounts,
  Effect.gen(function* () {
    const memory = yield* Memory
    const { enrolments, favorites, members, transfers, wallets } = memory

    const moveFavorites = Effect.fnUntraced(function* (from: MemberId, to: MemberId) {
      for (const favorite of yield* TxHashMap.values(favorites)) {
        const { memberId, propertyId } = favorite
        if (memberId !== from) continue
        yield* TxHashMap.remove(favorites, keyText(from, propertyId))
        const key = keyText(to, propertyId)
        if (!(yield* TxHashMap.has(favorites, key))) yield* TxHashMap.set(favorites, key, { ...favorite, memberId: to })
      }
    })

    return MemberAccounts.of({
      findByIdentity: Effect.fnUntraced(function* (subject) {
        const member = (yield* TxHashMap.values(members)).find((member) => member.identitySubject === subject)
        if (member === undefined) return Option.none()
        return Option.some({ id: member.id, xid: member.xid, status: member.status })
      }, Effect.tx),
      findByXid: Effect.fnUntraced(function* (xid) {
        return Option.fromUndefinedOr((yield* TxHashMap.values(members)).find((member) => member.xid === xid))
      }, Effect.tx),
      find: (id) => TxHashMap.get(members, String(id)),
      findForUpdate: (id) => TxHashMap.get(members, String(id)),
      updateClosed: Effect.fnUntraced(function* ({ id, mergedInto, now }) {
        yield* replace(
          enrolments,
          (row) => row.memberId === id,
          (row) => ({ ...row, status: "ended" as const })
        )
        yield* TxHashMap.modify(members, String(id), (row) => ({
          ...row,
          status: "closed" as const,
          closedAt: row.closedAt ?? now,
          updatedAt: now,
          mergedInto: mergedInto ?? row.mergedInto
        }))
      }, Effect.tx),
      changeOwner: Effect.fnUntraced(function* ({ from, now, to }) {
        const isOwned = (row: { readonly memberId: MemberId | null }) => row.memberId === from
        yield* replace(memory.reservations, isOwned, (row) => ({ ...row, memberId: to, updatedAt: now }))
        yield* replace(memory.arrivalTasks, isOwned, (row) => ({ ...row, memberId: to }))
        yield* replace(
          memory.walletActivity,
          (row) => isOwned(row) && row.type === "earn" && row.status === "pending",
          (row) => ({ ...row, memberId: to })
        )
        yield* replace(
          memory.fulfillments,
          (row) => isOwned(row) && isOpen(row.status),
          (row) => ({ ...row, memberId: to, updatedAt: now, version: row.version + 1 })
        )
        yield* replace(memory.guestIntelligence, isOwned, (row) => ({ ...row, memberId: to, updatedAt: now }))
        yield* replace(memory.guests, isOwned, (row) => ({ ...row, memberId: to }))
        yield* replace(memory.guestInvites, isOwned, (row) => ({ ...row, memberId: to, updatedAt: now }))
        yield* replace(
          members,
          ({ mergedInto }) => mergedInto === from,
          (row) => ({ ...row, mergedInto: to })
        )
        yield* moveFavorites(from, to)
      }, Effect.tx),
      findTransfer: (id) => TxHashMap.get(transfers, id),
      insertTransfer: Effect.fnUntraced(function* (transfer) {
        if (yield* TxHashMap.has(transfers, transfer.id)) {
          return yield* Effect.die(new Error("Constraint: transfers_pkey"))
        }
        yield* TxHashMap.set(transfers, transfer.id, transfer)
      }, Effect.tx),
      listHolding: Effect.fnUntraced(function* (closedBefore, limit) {
        const held = yield* TxHashMap.snapshot(wallets)
        return (yield* TxHashMap.values(members))
          .filter(({ closedAt, id, status }) => {
            const wallet = HashMap.get(held, String(id))
            const holds = Option.isSome(wallet) && wallet.value.validBalance + wallet.value.creditBalance > 0
            return holds && status === "closed" && hasPassed(closedAt, closedBefore)
          })
          .map(({ id }) => id)
          .toSorted((a, b) => a - b)
          .slice(0, limit)
      }, Effect.tx)
    })
  })
)
