import { assert, it } from "@effect/vitest"
import { Duration, Effect, Stream } from "effect"
import { memberIds, memberXid, type MemberName } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { importInsight } from "../../src/domain/insight/importInsight.ts"
import { rotateInsightSecret } from "../../src/domain/insight/rotateInsightSecret.ts"
import type { MemberId } from "../../src/domain/members/Member.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { meeting } from "../support/servers/meeting.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const { M1, M2, M3, M4, M_new } = memberIds

const importLines = (lines: ReadonlyArray<object>) =>
  importInsight({
    organizationId: organizationIds.A,
    nextRunAt: null,
    chunks: Stream.make(lines.map((line) => JSON.stringify(line)).join("\n")),
    dryRun: false,
    onProgress: () => Effect.void
  })

/** One record of each of these members. */
const importRecords = (...names: ReadonlyArray<MemberName>) =>
  importLines(names.map((name) => ({ pmsGuestId: `raced ${name}`, memberId: memberXid(name), status: "enriched" })))

/** Enough records of unknown guests that a rotation does not change those before and after them in one statement. */
const importStrangers = importLines(
  Array.from({ length: 2000 }, (_, index) => ({ pmsGuestId: `stranger ${index}`, status: "pending" }))
)

const memberHeld = (id: MemberId) => ({
  statement: "SELECT FROM members WHERE id = $1 FOR UPDATE",
  parameters: [id]
})

const start = Effect.gen(function* () {
  const database = yield* demoDatabase
  const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
  return { database, services }
})

postgres.describe("imports of guest intelligence on PostgreSQL", () => {
  it.live("DOMAIN 4.5: a record of an account that is merged during its import belongs to the target", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      yield* Effect.gen(function* () {
        const merge = mergeMembers({ mergeId: "it-merge", sourceId: M1, targetId: M3 })
        const { results } = yield* meeting(database, memberHeld(M3), merge, importRecords("M1"))
        assert.strictEqual(results[1].created, 1)
        assert.deepStrictEqual(
          yield* database.query("SELECT member_id FROM guest_intelligence ORDER BY id DESC LIMIT 1"),
          [[M3]]
        )
        assert.strictEqual(
          yield* database.value("SELECT count(*)::integer FROM guest_intelligence WHERE member_id = $1", [M1]),
          0
        )
      }).pipe(Effect.provideContext(services))
    }).pipe(Effect.scoped)
  )

  it.live("DOMAIN 5.1: a merge and an import lock the same members in the same order", () =>
    Effect.gen(function* () {
      const { database, services } = yield* start
      yield* Effect.gen(function* () {
        const merge = mergeMembers({ mergeId: "it-merge", sourceId: M3, targetId: M1 })
        const { repeated } = yield* meeting(database, memberHeld(M1), importRecords("M1", "M3"), merge)
        assert.strictEqual(repeated, 0)
        assert.strictEqual(
          yield* database.value("SELECT count(*)::integer FROM guest_intelligence WHERE member_id = $1", [M3]),
          0
        )
      }).pipe(Effect.provideContext(services))
    }).pipe(Effect.scoped)
  )

  for (const [name, by, operation] of [
    ["an import", "hashed_pms_guest_id", Effect.asVoid(importRecords("M2", "M4"))],
    ["a rotation", "id", Effect.asVoid(rotateInsightSecret({ id: organizationIds.A, xid: "org_a" }, () => Effect.void))]
  ] as const) {
    it.live(`DOMAIN 5.1: a merge and ${name} lock the same records in the same order`, () =>
      Effect.gen(function* () {
        const { database, services } = yield* start
        yield* Effect.gen(function* () {
          yield* importRecords("M2")
          yield* importStrangers
          yield* importRecords("M4")
          const records = yield* database.query(
            `SELECT id FROM guest_intelligence WHERE member_id = ANY($1) AND match_confidence = 0 ORDER BY ${by}`,
            [[M2, M4]]
          )
          const [first, last] = records.flat()
          // A scan finds the first record behind the last.
          for (const id of [last, first]) {
            yield* database.query("UPDATE guest_intelligence SET member_id = $2 WHERE id = $1", [id, M_new])
          }
          const { repeated } = yield* meeting(
            database,
            { statement: "SELECT FROM guest_intelligence WHERE id = $1 FOR UPDATE", parameters: [first] },
            operation,
            mergeMembers({ mergeId: "it-merge", sourceId: M_new, targetId: M3 })
          )
          assert.strictEqual(repeated, 0)
          assert.strictEqual(
            yield* database.value("SELECT count(*)::integer FROM guest_intelligence WHERE member_id = $1", [M_new]),
            0
          )
        }).pipe(Effect.provideContext(services))
      }).pipe(Effect.scoped)
    )
  }
})
