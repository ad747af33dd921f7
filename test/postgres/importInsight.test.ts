import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Stream } from "effect"
import { memberIds, memberXid, type MemberName } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { importInsight } from "../../src/domain/insight/importInsight.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import { eventually } from "../support/eventually.ts"
import { deadlocks } from "../support/servers/deadlocks.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const { M1, M3 } = memberIds

/** One record of each of these members. */
const importRecords = (...names: ReadonlyArray<MemberName>) =>
  importInsight({
    organizationId: organizationIds.A,
    nextRunAt: null,
    chunks: Stream.make(
      names
        .map((name) => JSON.stringify({ pmsGuestId: `raced ${name}`, memberId: memberXid(name), status: "enriched" }))
        .join("\n")
    ),
    dryRun: false,
    onProgress: () => Effect.void
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
        const held = yield* holdRows(database, "SELECT FROM members WHERE id = $1 FOR UPDATE", [M3])
        const merging = yield* Effect.forkChild(mergeMembers({ mergeId: "it-merge", sourceId: M1, targetId: M3 }))
        yield* eventually("the merge waits for the target", isWaiting(database))
        const importing = yield* Effect.forkChild(importRecords("M1"))
        yield* eventually("the import waits for the merge", areWaiting(database, 2))
        yield* held.release
        yield* Fiber.join(merging)
        assert.strictEqual((yield* Fiber.join(importing)).created, 1)
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
        const before = yield* deadlocks
        const held = yield* holdRows(database, "SELECT FROM members WHERE id = $1 FOR UPDATE", [M1])
        const importing = yield* Effect.forkChild(importRecords("M1", "M3"))
        yield* eventually("the import waits for the first member", isWaiting(database))
        const merging = yield* Effect.forkChild(mergeMembers({ mergeId: "it-merge", sourceId: M3, targetId: M1 }))
        yield* eventually("the merge waits for a member", areWaiting(database, 2))
        yield* held.release
        yield* Fiber.join(importing)
        yield* Fiber.join(merging)
        assert.strictEqual((yield* deadlocks) - before, 0)
        assert.strictEqual(
          yield* database.value("SELECT count(*)::integer FROM guest_intelligence WHERE member_id = $1", [M3]),
          0
        )
      }).pipe(Effect.provideContext(services))
    }).pipe(Effect.scoped)
  )
})
