import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Stream } from "effect"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { programXid } from "../../src/demo/demoPrograms.ts"
import { ndjson } from "../../src/domain/imports/ndjson.ts"
import { importMembers } from "../../src/domain/members/importMembers.ts"
import { MemberLine } from "../../src/domain/members/MemberLine.ts"
import { holdRows } from "../support/servers/holdRows.ts"
import { eventually } from "../support/eventually.ts"
import { demoDatabase } from "../support/servers/freshDatabase.ts"
import { isWaiting } from "../support/servers/lockWaits.ts"
import { postgres } from "../support/servers/servers.ts"
import { servicesOn } from "../support/servers/servicesOn.ts"

postgres.describe("imports of members on PostgreSQL", () => {
  it.live("DOMAIN 4.5: an account that is closed during its import is not enrolled", () =>
    Effect.gen(function* () {
      const database = yield* demoDatabase
      const services = yield* servicesOn(database, { pool: 4, statementTimeout: Duration.seconds(30) })
      const id = memberIds.M3
      yield* database.query("DELETE FROM enrolments WHERE member_id = $1", [id])
      const line = yield* database.value(
        `SELECT json_build_object('memberId', $2::text, 'programId', $3::text, 'firstName', first_name, 'lastName', last_name,
          'email', email) FROM members WHERE id = $1`,
        [id, memberXid("M3"), programXid("A")]
      )
      const closing = yield* holdRows(
        database,
        "UPDATE members SET status = 'closed', closed_at = now() WHERE id = $1",
        [id]
      )
      const importing = yield* importMembers({
        organizationId: organizationIds.A,
        chunks: Stream.make(JSON.stringify(line)),
        read: ndjson(MemberLine),
        dryRun: false,
        onProgress: () => Effect.void
      }).pipe(Effect.provideContext(services), Effect.forkChild)
      yield* Effect.raceFirst(
        eventually("the import waits for the closing", isWaiting(database)),
        Fiber.join(importing)
      )
      yield* closing.release
      const { rejections } = yield* Fiber.join(importing)
      assert.deepStrictEqual(
        rejections.map(({ reason }) => reason),
        ["was changed concurrently: import it again"]
      )
      assert.strictEqual(
        yield* database.value("SELECT count(*)::integer FROM enrolments WHERE member_id = $1", [id]),
        0
      )
    }).pipe(Effect.scoped)
  )
})
