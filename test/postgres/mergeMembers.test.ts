import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { memberIds } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { rebuildTasks } from "../../src/domain/arrivals/rebuildTasks.ts"
import { expireTiers } from "../../src/domain/members/expireTiers.ts"
import { mergeMembers } from "../../src/domain/members/mergeMembers.ts"
import { eventually } from "../support/eventually.ts"
import { deadlocks } from "../support/servers/deadlocks.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { areWaiting, isWaiting } from "../support/servers/lockWaits.ts"
import { meeting } from "../support/servers/meeting.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

const { M1, M3 } = memberIds

postgres.describe("merges of members on PostgreSQL", () => {
  for (const [source, target] of [
    [M1, M3],
    [M3, M1]
  ] as const) {
    it.live(`DOMAIN 5.1: a merge of ${source} into ${target} locks arrival tasks in the order of a rebuild`, () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
        yield* Effect.gen(function* () {
          const rows = yield* database.query(
            `SELECT id FROM arrival_tasks WHERE organization_id = $1 AND member_id = ANY($2::integer[])
              AND status IN ('open', 'acknowledged') ORDER BY id`,
            [organizationIds.A, [M1, M3]]
          )
          const ids = rows.map(([id]) => Number(id))
          assert.isAbove(ids.length, 2)
          // A scan finds the first task behind the others.
          yield* database.query("UPDATE arrival_tasks SET check_in = check_in + 1 WHERE id = $1", [ids[0]])
          const { repeated } = yield* meeting(
            database,
            { statement: "SELECT FROM arrival_tasks WHERE id = $1 FOR UPDATE", parameters: [ids[0]] },
            rebuildTasks(organizationIds.A, ids),
            mergeMembers({ mergeId: "it-merge", sourceId: source, targetId: target })
          )
          assert.strictEqual(repeated, 0)
          assert.strictEqual(
            yield* database.value("SELECT count(*)::integer FROM arrival_tasks WHERE member_id = $1", [source]),
            0
          )
        }).pipe(Effect.provideContext(services))
      }).pipe(Effect.scoped)
    )
  }

  for (const member of [M1, M3]) {
    it.live(`DOMAIN 5.1: a merge and the end of the tier of ${member} lock enrolments before arrival tasks`, () =>
      Effect.gen(function* () {
        const database = yield* demoDatabase
        const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
        yield* Effect.gen(function* () {
          const before = yield* deadlocks
          yield* database.query(
            `UPDATE enrolments e SET tier_id = t.id, tier_expires_at = now() - interval '1 day',
              qualifying_points = 0, qualifying_nights = 0
            FROM tiers t WHERE e.member_id = $1 AND t.program_id = e.program_id AND t.level = (
              SELECT max(h.level) FROM tiers h WHERE h.program_id = e.program_id
            )`,
            [member]
          )
          const held = yield* holdRows(database, "SELECT FROM arrival_tasks WHERE member_id = $1 FOR UPDATE", [member])
          const merging = yield* Effect.forkChild(mergeMembers({ mergeId: "it-merge", sourceId: M1, targetId: M3 }))
          yield* eventually("the merge waits for a task", isWaiting(database))
          const expiring = yield* Effect.forkChild(expireTiers())
          yield* Effect.raceFirst(
            eventually("the end of the tier waits", areWaiting(database, 2)),
            Fiber.await(expiring)
          )
          yield* held.release
          yield* Fiber.join(merging)
          yield* Fiber.join(expiring)
          assert.strictEqual((yield* deadlocks) - before, 0)
        }).pipe(Effect.provideContext(services))
      }).pipe(Effect.scoped)
    )
  }
})
