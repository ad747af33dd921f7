import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))
const ids = demo.actions.map(({ id }) => id)
const some = fc.subarray(ids, { minLength: 1, maxLength: 6 })

const commands = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("cancel" as const), actions: some }),
    fc.record({ do: fc.constant("address" as const), actions: some, team: fc.constantFrom(...demo.teams) }),
    fc.record({ do: fc.constant("rename" as const), actions: some }),
    fc.record({ do: fc.constant("copy" as const), actions: some, run: fc.uuid() }),
    fc.record({ do: fc.constant("remove" as const), run: fc.uuid() })
  ),
  { minLength: 60, maxLength: 60 }
)

type Command = typeof commands extends fc.Arbitrary<Array<infer One>> ? One : never

layer(Postgres.layer)("action_counts", (it) => {
  it.effect("INT-013: equals the number of Actions per audience and state after any write", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* insertDataset(demo)
      const counted = sql`
        SELECT workspace_id, audience_kind, team_id, state, actions::integer FROM action_counts
        WHERE actions <> 0 ORDER BY 1, 2, 3, 4`
      const recounted = sql`
        SELECT workspace_id, audience_kind, coalesce(team_id, 0) AS team_id, state, count(*)::integer AS actions
        FROM actions GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
      const run = (command: Command) => {
        switch (command.do) {
          case "cancel":
            return sql`
              UPDATE actions SET state = CASE state WHEN 'cancelled' THEN 'unowned' ELSE 'cancelled' END, owner_kind = NULL,
                owner_integration_id = NULL, owner_operator_id = NULL
              WHERE id = ANY(${command.actions}::bigint[])`
          case "address":
            return sql`
              UPDATE actions SET audience_kind = 'team', team_id = ${command.team.id}
              WHERE id = ANY(${command.actions}::bigint[])`
          case "rename":
            return sql`UPDATE actions SET title = title || '!' WHERE id = ANY(${command.actions}::bigint[])`
          case "copy":
            return sql`
              INSERT INTO actions (
                xid, organization_id, workspace_id, seq, version, state, kind, title, priority, audience_kind, team_id,
                created_at, updated_at
              )
              SELECT 'copy-' || ${command.run} || a.id, a.organization_id, a.workspace_id,
                (SELECT max(m.seq) FROM actions m) + row_number() OVER (), 1, 'unowned', a.kind, a.title, a.priority, a.audience_kind, a.team_id, a.created_at, a.updated_at
              FROM actions a WHERE a.id = ANY(${command.actions}::bigint[])`
          case "remove":
            return sql`
              DELETE FROM actions WHERE id = (
                SELECT max(a.id) FROM actions a WHERE a.xid LIKE 'copy-%' AND a.xid > ${`copy-${command.run}`}
              )`
        }
      }
      for (const command of fc.sample(commands, { numRuns: 1, seed: 7 }).flat()) {
        yield* run(command)
        assert.deepStrictEqual(yield* counted, yield* recounted)
      }
    })
  )
})
