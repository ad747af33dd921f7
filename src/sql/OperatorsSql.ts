import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Operator } from "../domain/operators/Operator.ts"
import type { Operators } from "../domain/operators/Operators.ts"

/** Operators out of this database. */
export const makeOperatorsSql: Effect.Effect<Operators["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient

    const selectBySubject = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Operator,
      execute: (subject) => sql`
        SELECT o.id, o.organization_id AS "organizationId", o.identity_subject AS "identitySubject", o.name, o.email,
          o.is_staff AS "isStaff", o.global_scope AS "globalScope", o.all_venues AS "allVenues",
          o.venue_ids AS "venueIds", o.status
        FROM operators o
        WHERE o.identity_subject = ${subject}`
    })

    return { find: (subject: string) => Effect.orDie(selectBySubject(subject)) }
  }
)
