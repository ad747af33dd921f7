import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { MemberId } from "../../domain/members/Member.ts"
import { ReservationId } from "../../domain/reservations/Reservation.ts"
import { WalletActivity } from "../../domain/wallet/Wallet.ts"
import type { PendingEarnOutcome, Wallets } from "../../domain/wallet/Wallets.ts"
import { dateOf, Timestamp } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"

type PendingEarns = Pick<
  Wallets["Service"],
  "insertPendingEarn" | "findPendingEarn" | "updatePendingEarn" | "changePendingEarnMember"
>

const ActivityRow = Schema.Struct({ ...WalletActivity.fields, createdAt: Timestamp })

/** Pending earns in this database, the part of wallets that has no entries yet. */
export const makePendingEarnsSql: Effect.Effect<PendingEarns, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const emptyWallet = (memberId: number) => sql`
    INSERT INTO wallets (member_id, valid_balance, credit_balance, entry_count, activity_count)
    VALUES (${memberId}, 0, 0, 0, 0) ON CONFLICT DO NOTHING`

  const pendingOf = (reservationId: number) => sql`
    reservation_id = ${reservationId} AND type = 'earn' AND status = 'pending'`

  const insertPending = pipelined(
    sql,
    (row: WalletActivity) => sql`
      WITH wallet AS (${emptyWallet(row.memberId)})
      INSERT INTO wallet_activity (
        id, member_id, type, asset, status, description, source_type, source_id, reservation_id, created_at
      )
      VALUES (
        ${row.id}, ${row.memberId}, ${row.type}, ${row.asset}, ${row.status}, ${row.description}, ${row.sourceType},
        ${row.sourceId}, ${row.reservationId}, ${dateOf(row.createdAt)}
      )`
  )

  const selectPending = SqlSchema.findOneOption({
    Request: ReservationId,
    Result: ActivityRow,
    execute: (reservationId) => sql`
      SELECT id, member_id AS "memberId", type, amount, asset, status, description, source_type AS "sourceType",
        source_id AS "sourceId", entry_id AS "entryId", reservation_id AS "reservationId",
        fulfillment_id AS "fulfillmentId", created_at AS "createdAt"
      FROM wallet_activity WHERE ${pendingOf(reservationId)}`
  })

  const endPending = pipelined(
    sql,
    ({ amount, reservationId, status }: PendingEarnOutcome & { readonly reservationId: ReservationId }) => sql`
      WITH ended AS (
        UPDATE wallet_activity SET status = ${status}, amount = ${amount}
        WHERE ${pendingOf(reservationId)}
        RETURNING member_id
      )
      UPDATE wallets w SET activity_count = w.activity_count + 1 FROM ended WHERE w.member_id = ended.member_id`
  )

  const removePending = pipelined(
    sql,
    (reservationId: number) => sql`DELETE FROM wallet_activity WHERE ${pendingOf(reservationId)}`
  )

  const updateOwner = pipelined(
    sql,
    ({ memberId, reservationId }: { readonly memberId: MemberId; readonly reservationId: ReservationId }) => sql`
      WITH wallet AS (${emptyWallet(memberId)})
      UPDATE wallet_activity SET member_id = ${memberId} WHERE ${pendingOf(reservationId)}`
  )

  return {
    insertPendingEarn: (activity) => Effect.orDie(insertPending(activity)),
    findPendingEarn: (reservationId) => Effect.map(Effect.orDie(selectPending(reservationId)), Option.getOrUndefined),
    updatePendingEarn: (reservationId, { amount, status }) =>
      Effect.orDie(amount === 0 ? removePending(reservationId) : endPending({ reservationId, status, amount })),
    changePendingEarnMember: (reservationId, memberId) => Effect.orDie(updateOwner({ reservationId, memberId }))
  }
})
