import { assert, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { askPrivately } from "../../src/domain/privateAi/askPrivately.ts"
import { PrivateAnswers } from "../../src/domain/privateAi/PrivateAnswers.ts"
import { publishAiAnswer } from "../../src/domain/privateAi/publishAiAnswer.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as DatabaseLayer from "../../src/layers/DatabaseLayer.ts"
import * as PrivateAnswersLayer from "../../src/layers/repositories/PrivateAnswersLayer.ts"
import { insertDataset } from "../../src/sql/DatasetSql.ts"
import { migratedDatabase } from "../support/servers/freshDatabase.ts"
import { minute } from "../support/datasets/messagingDataset.ts"
import { layerSql } from "../support/messagingServices.ts"
import { asOperator, privateAiDataset, reader } from "../support/privateAi.ts"
import { postgres } from "../support/servers/servers.ts"

/** Services over the database with connections of their own, like those of a process. */
const process = (url: string) =>
  Layer.build(
    PrivateAnswersLayer.layerSql.pipe(
      Layer.provideMerge(layerSql),
      Layer.provideMerge(
        DatabaseLayer.layerServer({ url: Redacted.make(url), pool: 8, statementTimeout: Duration.seconds(20) })
      ),
      Layer.orDie
    )
  )

const rounds = Array.from({ length: 50 }, (_, index) => index + 1)

const by = reader(1)
const owner = { workspaceId: by.workspace.id, operatorId: OperatorId.make(1) }

const ask = (xid: string, guest: string) =>
  atomically(
    askPrivately({
      guest,
      action: null,
      consultationId: null,
      answer: {
        xid,
        organizationId: by.organizationId,
        ...owner,
        question: "Question",
        answer: `Answer ${xid}`,
        model: "model-1",
        audienceKind: "workspace",
        teamId: null,
        askedAt: minute(1),
        answeredAt: minute(1)
      }
    })
  )

postgres.describe("private answers on a PostgreSQL server", () => {
  it.live("INT-015: of four concurrent publications of an answer by two processes one adds a message", () =>
    Effect.gen(function* () {
      const { url } = yield* migratedDatabase
      const [one, two] = yield* Effect.all([process(url), process(url)])
      yield* insertDataset(privateAiDataset).pipe(Effect.provideContext(one), Effect.orDie)
      for (const round of rounds) {
        // The publication to g-quiet begins a thread.
        const guest = round === 25 ? "g-quiet" : round % 2 === 0 ? "g1" : "g2"
        yield* ask(`p${round}`, guest).pipe(Effect.provideContext(one))
        const attempts = [one, two, one, two].map((services) =>
          atomically(publishAiAnswer(by, `p${round}`)).pipe(
            asOperator(1),
            Effect.result,
            Effect.provideContext(services)
          )
        )
        const results = yield* Effect.all(attempts, { concurrency: "unbounded" })
        const outcomes = results.map((result) => (result._tag === "Success" ? "published" : result.failure._tag))
        assert.deepStrictEqual(
          outcomes.toSorted(),
          ["AlreadyPublished", "AlreadyPublished", "AlreadyPublished", "published"],
          `round ${round}`
        )
        const found = yield* Context.get(two, PrivateAnswers).find(owner, `p${round}`)
        assert.isNotNull(Option.getOrThrow(found).publishedId)
      }
      const sql = Context.get(one, SqlClient.SqlClient)
      const gaps = yield* sql`
        SELECT count(*)::integer AS published, count(DISTINCT private_message_id)::integer AS answers FROM messages
        WHERE private_message_id IS NOT NULL`
      assert.deepStrictEqual(gaps, [{ published: 50, answers: 50 }])
      const events = yield* sql`
        SELECT max(sequence)::integer AS head, count(*)::integer AS count,
          (SELECT events::integer FROM workspace_counters WHERE workspace_id = 1) AS counter
        FROM messaging_events WHERE workspace_id = 1`
      assert.deepStrictEqual(events, [{ head: 58, count: 58, counter: 58 }])
      const numbering = yield* sql`
        SELECT c.guest_id AS guest FROM conversations c
        WHERE c.workspace_id = 1 AND c.messages <> (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id)`
      assert.deepStrictEqual(numbering, [])
      const audited =
        yield* sql`SELECT action, count(*)::integer AS count FROM audit_log GROUP BY action ORDER BY action`
      assert.deepStrictEqual(audited, [
        { action: "private_ai.asked", count: 50 },
        { action: "private_ai.published", count: 50 }
      ])
      const deadlocks = yield* sql`
        SELECT deadlocks::integer AS deadlocks FROM pg_stat_database WHERE datname = current_database()`
      assert.deepStrictEqual(deadlocks, [{ deadlocks: 0 }])
    })
  )
})
