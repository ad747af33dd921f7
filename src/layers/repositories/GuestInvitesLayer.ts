import { DateTime, Effect, Layer, Option, TxHashMap } from "effect"
import { GuestInvites } from "../../domain/invites/GuestInvites.ts"
import { makeGuestInvitesSql } from "../../sql/GuestInvitesSql.ts"
import { Memory } from "../Memory.ts"
import { lookUp } from "./lookUp.ts"

export const layerSql = Layer.effect(GuestInvites, makeGuestInvitesSql)

/** The twin over the in-memory tables. */
export const layerMemory = Layer.effect(
  GuestInvites,
  Effect.gen(function* () {
    const { guestInvites, organizations, programs } = yield* Memory

    const find = (tokenHash: string) =>
      Effect.map(TxHashMap.values(guestInvites), (rows) => rows.find((row) => row.tokenHash === tokenHash))

    return GuestInvites.of({
      findByToken: Effect.fnUntraced(function* (tokenHash) {
        const row = yield* find(tokenHash)
        if (row === undefined) return Option.none()
        const organizationName = lookUp(
          yield* TxHashMap.snapshot(organizations),
          row.organizationId,
          ({ name }) => name
        )
        const program = lookUp(yield* TxHashMap.snapshot(programs), row.programId, ({ id, status, xid }) => ({
          id,
          xid,
          status
        }))
        const { expiresAt, id, memberId, status } = row
        return organizationName === null
          ? Option.none()
          : Option.some({ id, status, tokenHash, expiresAt, memberId, organizationName, program })
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
