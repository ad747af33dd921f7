import { assert, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { inviteTokens } from "../../src/demo/demoInvites.ts"
import { memberIds, memberXid } from "../../src/demo/demoMembers.ts"
import { MemberCaller } from "../../src/domain/access/MemberCaller.ts"
import { acceptInvite } from "../../src/domain/invites/acceptInvite.ts"
import * as Configuration from "../../src/layers/Configuration.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as Services from "../../src/layers/Services.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { migrate } from "../../src/sql/migrations.ts"
import { type Database, freshDatabase } from "../support/freshDatabase.ts"
import { inTransaction } from "../support/inTransaction.ts"
import { postgres } from "../support/servers.ts"

const start = Effect.gen(function* () {
  const database = yield* freshDatabase
  const services = yield* Layer.build(
    Services.layerSql.pipe(
      Layer.provideMerge(
        DatabaseLayer.layerServer({
          url: Redacted.make(database.url),
          pool: 10,
          statementTimeout: Duration.seconds(5)
        })
      ),
      Layer.provide(Configuration.layer({ store: "postgres", demo: true })),
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: database.url }))),
      Layer.orDie
    )
  )
  yield* Effect.gen(function* () {
    yield* migrate
    yield* insertDataset(demoDataset(yield* DateTime.now))
  }).pipe(Effect.provideContext(services), Effect.orDie)
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

postgres.describe("invites on a PostgreSQL", () => {
  it.live("MEM-119, DOMAIN 7.1: of two members at the same time one has the invite, however often both ask", () =>
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
})
