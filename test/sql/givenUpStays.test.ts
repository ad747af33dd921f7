import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { givenUpStays } from "../../src/sql/migrations/0050_given_up_stays.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { decimal, finalised, stay, staysDataset } from "../support/datasets/staysDataset.ts"

const ended = { ...finalised, basePoints: 0, multiplier: decimal("1.00"), totalPoints: 0, memberId: null }

/** Three finalised stays, of which one has points, and one that waits. */
const dataset = staysDataset({
  members: [],
  enrolments: [],
  reservations: [
    stay(1, ended),
    stay(2, { ...ended, basePoints: 7, totalPoints: 7 }),
    stay(3, ended),
    stay(4, { memberId: null })
  ]
})

layer(Postgres.layer)("0050_given_up_stays", (it) => {
  it.effect("DOMAIN 6.1: a stay that was finalised without points, by the audit log, is given up", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* insertDataset(dataset)
      yield* sql`ALTER TABLE reservations DROP COLUMN given_up`
      yield* sql`
        INSERT INTO audit_log (organization_id, actor, action, subject, created_at)
        SELECT organization_id, '{"kind": "system", "id": "system"}', action, 'reservation:' || external_id, now()
        FROM reservations JOIN (VALUES
          (1, 'reservation.finalised_without_points'),
          (2, 'reservation.finalised_without_points'),
          (3, 'reservation.corrected')
        ) entry (stay, action) ON external_id = 'stay-' || stay`
      for (const statement of givenUpStays) yield* sql.unsafe(statement)
      const rows = yield* sql`SELECT external_id FROM reservations WHERE given_up ORDER BY 1`
      assert.deepStrictEqual(rows, [{ external_id: "stay-1" }])
    })
  )
})
