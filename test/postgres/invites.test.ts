import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { inviteIds, inviteTokens } from "../../src/demo/demoInvites.ts"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { organizationIds, organizationXid } from "../../src/demo/demoOrganizations.ts"
import { sha256 } from "../../src/demo/seeded.ts"
import { MemberCaller } from "../../src/domain/access/MemberCaller.ts"
import { PartnerCaller, type PartnerCallerShape } from "../../src/domain/access/PartnerCaller.ts"
import { AuditOrigin } from "../../src/domain/audit/audit.ts"
import { deliverDue } from "../../src/domain/delivery/deliverDue.ts"
import { Delivery } from "../../src/domain/delivery/Delivery.ts"
import { accepted, type Channel, type Message } from "../../src/domain/delivery/Message.ts"
import { acceptInvite } from "../../src/domain/invites/acceptInvite.ts"
import { deliverInvite } from "../../src/domain/invites/deliverInvite.ts"
import { inviteOrderKind } from "../../src/domain/invites/InviteOrder.ts"
import { resendGuestInvite } from "../../src/domain/invites/resendGuestInvite.ts"
import { closeMember } from "../../src/domain/members/closeMember.ts"
import { MemberId } from "../../src/domain/members/Member.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { eventually } from "../support/eventually.ts"
import type { Database } from "../support/servers/Database.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { inTransaction } from "../support/servers/inTransaction.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const servicesOf = (url: string) =>
  servicesOn(
    { url },
    { pool: 10, statementTimeout: Duration.seconds(20), environment: { HUB_LIMIT_INVITE_RESEND: "1000" } }
  )

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const services = yield* servicesOf(database.url)
  return { database, services }
})

type Name = "M_new" | "M9"

const acceptAs = (name: Name) =>
  inTransaction(acceptInvite(inviteTokens.sent)).pipe(
    Effect.provideService(MemberCaller, { memberId: memberIds[name], xid: memberXid(name), emailVerified: true }),
    Effect.match({ onSuccess: ({ status }) => `${name} ${status}`, onFailure: ({ _tag }) => `${name} ${_tag}` })
  )

const enrolled = ({ value }: Database) =>
  value("SELECT count(*)::int FROM enrolments WHERE program_id = 701 AND member_id = ANY($1::integer[])", [
    [memberIds.M_new, memberIds.M9]
  ])

const desk: PartnerCallerShape = {
  principal: { kind: "key", id: "desk", name: "Desk" },
  organization: { id: organizationIds.A, xid: organizationXid("A"), name: "Organization A", slug: "organization-a" },
  reach: { organizationIds: [organizationIds.A], venueIds: "all" },
  permissions: new Set(),
  authLevel: "partner",
  globalScope: false,
  environment: "development",
  emulation: null
}

const resend = inTransaction(resendGuestInvite(inviteIds.sent, undefined)).pipe(
  Effect.provideService(PartnerCaller, desk),
  Effect.match({ onSuccess: ({ status }) => `resent ${status}`, onFailure: ({ _tag }) => `resend ${_tag}` })
)

/** Resets the invite to sent, with the token of the demo data. */
const renew = ({ query }: Database) =>
  query(
    `UPDATE guest_invites SET status = 'sent', token_hash = $1, last_sent_at = now(), accepted_at = NULL, member_id = NULL
      WHERE id = $2`,
    [sha256(inviteTokens.sent), inviteIds.sent]
  )

const rounds = 25

postgres.describe("invites on PostgreSQL", () => {
  it.live("MEM-119, DOMAIN 7.1: of two members who accept an invite concurrently, ten times each, one gets it", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      const names: ReadonlyArray<Name> = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? "M_new" : "M9"))
      const answers = yield* Effect.forEach(names, acceptAs, { concurrency: "unbounded" }).pipe(
        Effect.provideContext(services)
      )
      const [winner, loser] = answers.includes("M_new accepted") ? ["M_new", "M9"] : ["M9", "M_new"]
      assert.deepStrictEqual(
        answers.toSorted(),
        [...Array(10).fill(`${winner} accepted`), ...Array(10).fill(`${loser} InviteMissing`)].toSorted()
      )
      assert.strictEqual(yield* enrolled(database), 1)
      assert.strictEqual(
        yield* database.value("SELECT member_id FROM guest_invites WHERE status = 'accepted' AND member_id <> 601"),
        winner === "M_new" ? memberIds.M_new : memberIds.M9
      )
    })
  )

  for (const first of ["resend", "accept"] as const) {
    it.live(`MEM-119, DOMAIN 7.1: of concurrent resend and accept one wins, with ${first} started first`, () =>
      Effect.gen(function* () {
        const { database, services } = yield* start
        for (let round = 0; round < rounds; round++) {
          yield* renew(database)
          const pair = first === "resend" ? [resend, acceptAs("M_new")] : [acceptAs("M_new"), resend]
          const answers = yield* Effect.all(pair, { concurrency: "unbounded" }).pipe(Effect.provideContext(services))
          const outcome = answers.toSorted().join(", ")
          assert.include(["M_new InviteMissing, resent pending", "M_new accepted, resend InviteSettled"], outcome)
          const [row] = yield* database.query(
            "SELECT status, token_hash = $1, member_id IS NOT NULL FROM guest_invites WHERE id = $2",
            [sha256(inviteTokens.sent), inviteIds.sent]
          )
          assert.deepStrictEqual(
            row,
            outcome.includes("accepted") ? ["accepted", true, true] : ["pending", false, false],
            outcome
          )
        }
      })
    )
  }

  it.live("DOMAIN 7.1: two processes that deliver concurrently settle each message once", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      const other = yield* servicesOf(database.url)
      yield* Effect.forEach(Array.from({ length: 40 }), () => resend).pipe(Effect.provideContext(services))
      const before = yield* database.value("SELECT count(*)::int FROM outbox WHERE status = 'pending'")
      assert.strictEqual(before, 40)
      // Only the last token is valid. An entry claimed twice would be settled twice.
      const messages: Array<Message> = []
      const deliver = deliverDue({ [inviteOrderKind]: deliverInvite }).pipe(
        Effect.provideService(Delivery, {
          channels: new Set<Channel>(["email", "sms"]),
          inviteUrl: "https://app.example.com/invite",
          send: (message) =>
            Effect.sync(() => {
              messages.push(message)
              return accepted
            })
        })
      )
      const [one, two] = yield* Effect.all(
        [Effect.provideContext(deliver, services), Effect.provideContext(deliver, other)],
        { concurrency: "unbounded" }
      )
      assert.lengthOf(messages, 1)
      assert.deepStrictEqual(
        [one.sent + two.sent, one.cancelled + two.cancelled, one.failed + two.failed, one.deferred + two.deferred],
        [1, 39, 0, 0]
      )
      assert.strictEqual(yield* database.value("SELECT max(attempts) FROM outbox"), 1)
      assert.strictEqual(
        yield* database.value("SELECT status FROM guest_invites WHERE id = $1", [inviteIds.sent]),
        "sent"
      )
    })
  )

  it.live("DOMAIN 4.5, MEM-003: an account that is closed while it accepts an invite is refused and not enrolled", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      yield* database.query("DELETE FROM enrolments WHERE member_id = $1", [memberIds.M_new])
      const held = yield* holdRows(database, "SELECT FROM members WHERE id = $1 FOR UPDATE", [memberIds.M_new])
      const close = Effect.provideService(closeMember(MemberId.make(memberIds.M_new)), AuditOrigin, {
        actor: { kind: "system", id: "core" },
        requestId: "it-close"
      })
      const closing = yield* Effect.forkChild(Effect.provideContext(close, services))
      yield* eventually("the closing waits for the account", isWaiting(database))
      const accepting = yield* Effect.forkChild(Effect.provideContext(acceptAs("M_new"), services))
      yield* eventually("the acceptance waits for the closing", areWaiting(database, 2))
      yield* held.release
      yield* Fiber.join(closing)
      assert.strictEqual(yield* Fiber.join(accepting), "M_new TokenRefused")
      assert.strictEqual(yield* enrolled(database), 0)
    }).pipe(Effect.scoped)
  )
})
