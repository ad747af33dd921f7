import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { openStatuses } from "../../domain/fulfillments/FulfillmentStatus.ts"
import type { Closing, MemberAccounts, OwnerChange } from "../../domain/members/MemberAccounts.ts"
import type { Transfer } from "../../domain/members/Transfer.ts"
import { Member, MemberId } from "../../domain/members/Member.ts"
import { dateOf, Timestamp } from "../statements/columns.ts"
import { pipelined } from "../statements/pipelined.ts"

const { id, mergedInto, status, xid } = Member.fields

const AccountRow = Schema.Struct({ id, xid, status, mergedInto })

const TransferRow = Schema.Struct({
  id: Schema.String,
  fromMember: MemberId,
  toMember: MemberId,
  points: Schema.Int,
  createdAt: Timestamp
})

/** Accounts of members in this database. */
export const makeMemberAccountsSql: Effect.Effect<MemberAccounts["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectByIdentity = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Schema.Struct({ id, xid, status }),
      execute: (subject) => sql`SELECT m.id, m.xid, m.status FROM members m WHERE m.identity_subject = ${subject}`
    })

    const columns = sql.literal(`m.id, m.xid, m.status, m.merged_into AS "mergedInto"`)

    const selectByXid = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: AccountRow,
      execute: (xid) => sql`SELECT ${columns} FROM members m WHERE m.xid = ${xid}`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Schema.Int,
      Result: AccountRow,
      execute: (id) => sql`SELECT ${columns} FROM members m WHERE m.id = ${id}`
    })

    const lock = SqlSchema.findOneOption({
      Request: Schema.Int,
      Result: AccountRow,
      execute: (id) => sql`SELECT ${columns} FROM members m WHERE m.id = ${id} FOR UPDATE`
    })

    const close = pipelined(
      sql,
      ({ id, mergedInto, now }: Closing) => sql`
        WITH ended AS (UPDATE enrolments SET status = 'ended' WHERE member_id = ${id} AND status = 'active')
        UPDATE members SET status = 'closed', closed_at = coalesce(closed_at, ${dateOf(now)}::timestamptz),
          updated_at = ${dateOf(now)}::timestamptz, merged_into = coalesce(${mergedInto}::integer, merged_into)
        WHERE id = ${id}`
    )

    /** In the order in which rebuilds lock tasks; the target's, because they are rebuilt after the move. */
    const lockTasks = pipelined(
      sql,
      ({ from, to }: OwnerChange) => sql`
        SELECT FROM arrival_tasks t WHERE t.member_id IN (${from}, ${to}) ORDER BY t.id FOR UPDATE`
    )

    /** Against rotations, whose changes of hashes also follow another order. */
    const lockSecrets = pipelined(
      sql,
      ({ from }: OwnerChange) => sql`
        SELECT FROM insight_secrets s
        WHERE s.organization_id IN (SELECT g.organization_id FROM guest_intelligence g WHERE g.member_id = ${from})
        ORDER BY s.organization_id FOR SHARE`
    )

    /** In the order in which imports of guest intelligence lock records; hashes do not change meanwhile. */
    const lockRecords = pipelined(
      sql,
      ({ from }: OwnerChange) => sql`
        SELECT FROM guest_intelligence g WHERE g.member_id = ${from}
        ORDER BY g.hashed_pms_guest_id FOR NO KEY UPDATE`
    )

    const move = pipelined(
      sql,
      ({ from, now, to }: OwnerChange) => sql`
        WITH stays AS (
          UPDATE reservations SET member_id = ${to}, updated_at = ${dateOf(now)} WHERE member_id = ${from}
        ), tasks AS (
          UPDATE arrival_tasks SET member_id = ${to} WHERE member_id = ${from}
        ), earns AS (
          UPDATE wallet_activity SET member_id = ${to}
          WHERE member_id = ${from} AND type = 'earn' AND status = 'pending'
        ), claims AS (
          UPDATE fulfillments SET member_id = ${to}, updated_at = ${dateOf(now)}, version = version + 1
          WHERE member_id = ${from} AND status = ANY(${openStatuses}::text[])
        ), guest_records AS (
          UPDATE guests SET member_id = ${to} WHERE member_id = ${from}
        ), invited AS (
          UPDATE guest_invites SET member_id = ${to}, updated_at = ${dateOf(now)} WHERE member_id = ${from}
        ), matched AS (
          UPDATE guest_intelligence SET member_id = ${to}, updated_at = ${dateOf(now)} WHERE member_id = ${from}
        ), merged AS (
          UPDATE members SET merged_into = ${to} WHERE merged_into = ${from}
        ), liked AS (
          INSERT INTO favorites (member_id, property_id, created_at)
          SELECT ${to}, f.property_id, f.created_at FROM favorites f WHERE f.member_id = ${from}
          ON CONFLICT DO NOTHING
        )
        DELETE FROM favorites WHERE member_id = ${from}`
    )

    const selectTransfer = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: TransferRow,
      execute: (id) => sql`
        SELECT t.id, t.from_member AS "fromMember", t.to_member AS "toMember", t.points, t.created_at AS "createdAt"
        FROM transfers t WHERE t.id = ${id}`
    })

    const insertTransfer = pipelined(
      sql,
      ({ createdAt, fromMember, id, points, toMember }: Transfer) => sql`
        INSERT INTO transfers (id, from_member, to_member, points, created_at)
        VALUES (${id}, ${fromMember}, ${toMember}, ${points}, ${dateOf(createdAt)})`
    )

    const selectHolding = SqlSchema.findAll({
      Request: Schema.Struct({ closedBefore: Timestamp, limit: Schema.Int }),
      Result: Schema.Struct({ id }),
      execute: ({ closedBefore, limit }) => sql`
        SELECT m.id FROM members m
        JOIN wallets w ON w.member_id = m.id AND w.valid_balance + w.credit_balance > 0
        WHERE m.status = 'closed' AND m.closed_at <= ${closedBefore}
        ORDER BY m.id LIMIT ${limit}`
    })

    return {
      findByIdentity: (subject) => Effect.orDie(selectByIdentity(subject)),
      findByXid: (xid) => Effect.orDie(selectByXid(xid)),
      find: (id) => Effect.orDie(selectOne(id)),
      findForUpdate: (id) => Effect.orDie(lock(id)),
      updateClosed: (command) => Effect.orDie(close(command)),
      changeOwner: Effect.fnUntraced(function* (command) {
        yield* lockTasks(command)
        yield* lockSecrets(command)
        yield* lockRecords(command)
        yield* move(command)
      }, Effect.orDie),
      findTransfer: (id) => Effect.orDie(selectTransfer(id)),
      insertTransfer: (transfer) => Effect.orDie(insertTransfer(transfer)),
      listHolding: (closedBefore, limit) =>
        Effect.map(Effect.orDie(selectHolding({ closedBefore, limit })), (rows) => rows.map(({ id }) => id))
    }
  }
)
