import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted, Schema, Tuple } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import type {
  IdempotencyConflict,
  IdempotencyInProgress
} from "../../../src/domain/idempotency/HubIdempotencyErrors.ts"
import type { IdempotencyPolicy } from "../../../src/domain/idempotency/IdempotencyPolicy.ts"
import { once } from "../../../src/domain/idempotency/once.ts"
import {
  commandPrivateAi,
  type PrivateAiCommand,
  PrivateAiResult,
  type PrivateAiWrite
} from "../../../src/domain/privateAi/commandPrivateAi.ts"
import { LanguageAssistant } from "../../../src/domain/privateAi/LanguageAssistant.ts"
import { AlreadyPublished, AssistantUnavailable } from "../../../src/domain/privateAi/PrivateAiErrors.ts"
import { PrivateAnswers } from "../../../src/domain/privateAi/PrivateAnswers.ts"
import { operatorWrites } from "../../../src/http/operator/operatorWrites.ts"
import * as KeyReleasesLayer from "../../../src/layers/KeyReleasesLayer.ts"
import * as ActionsLayer from "../../../src/layers/repositories/ActionsLayer.ts"
import * as AuditLogLayer from "../../../src/layers/repositories/AuditLogLayer.ts"
import * as IdempotencyKeysLayer from "../../../src/layers/repositories/IdempotencyKeysLayer.ts"
import * as MessagesLayer from "../../../src/layers/repositories/MessagesLayer.ts"
import * as PrivateAnswersLayer from "../../../src/layers/repositories/PrivateAnswersLayer.ts"
import { memoryOf, sqlOf } from "../../../src/layers/Twin.ts"
import * as VaultLayer from "../../../src/layers/VaultLayer.ts"
import { asOperator, privateAiDataset, reader } from "../../support/privateAi.ts"
import { twins } from "../../support/twins.ts"

const repositories = [ActionsLayer, AuditLogLayer, IdempotencyKeysLayer, MessagesLayer, PrivateAnswersLayer] as const

const common = Layer.mergeAll(SecureRandom.layerWebCrypto, VaultLayer.layer(Redacted.make("a secret for tests")))

/** Answers of the assistant, its calls `within` a database transaction, and whether it is unavailable. */
class AssistantCalls extends Context.Service<AssistantCalls, { count: number; within: number; isAway: boolean }>()(
  "test/AssistantCalls"
) {}

const assistant = Layer.effectContext(
  Effect.gen(function* () {
    const calls = { count: 0, within: 0, isAway: false }
    const sql = yield* Effect.serviceOption(SqlClient.SqlClient)
    const answer = Effect.gen(function* () {
      const transaction = Option.isNone(sql) ? Option.none() : yield* Effect.serviceOption(sql.value.transactionService)
      if (Option.isSome(transaction)) calls.within += 1
      if (calls.isAway) return yield* new AssistantUnavailable()
      calls.count += 1
      return { text: `Answer ${calls.count}`, model: "model-1" }
    })
    return Context.make(LanguageAssistant, { isConfigured: true, answer: () => answer }).pipe(
      Context.add(AssistantCalls, calls)
    )
  })
)

const twin = {
  layerMemory: KeyReleasesLayer.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(...Tuple.map(repositories, memoryOf))),
    Layer.merge(assistant),
    Layer.merge(common)
  ),
  layerSql: KeyReleasesLayer.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(...Tuple.map(repositories, sqlOf))),
    Layer.merge(assistant),
    Layer.merge(common)
  )
}

const decode = Schema.decodeEffect(Schema.fromJsonString(PrivateAiResult))

type Failure = Effect.Error<PrivateAiWrite["write"]> | IdempotencyConflict | IdempotencyInProgress

/** A command of an operator as its endpoint runs it: once for its key. */
const command = (operator: number, key: string, of: PrivateAiCommand) =>
  Effect.gen(function* () {
    const { ahead, write } = yield* commandPrivateAi(reader(operator), of)
    const { mayRepeat, tenant } = yield* operatorWrites.owner
    const policy: IdempotencyPolicy<Failure> = operatorWrites.policy
    const { isReplay, response } = yield* once(
      policy,
      { tenant, key, fingerprint: JSON.stringify(of) },
      {
        ahead,
        run: Effect.map(write, (record) => ({ status: 200, headers: null, body: JSON.stringify(record) })),
        responseTo: () => Effect.succeed(undefined),
        mayRepeat
      }
    )
    return { isReplay, record: yield* Effect.orDie(decode(response.body ?? "")) }
  }).pipe(asOperator(operator))

const ask = (question: string): PrivateAiCommand => ({ type: "ask_privately", guestId: "g1", question })

const history = (operator: number) =>
  PrivateAnswers.use((all) => all.list({ ...ownerOf(operator), before: undefined, limit: 101 }))

const ownerOf = (operator: number) => ({
  workspaceId: reader(operator).workspace.id,
  operatorId: privateAiDataset.operators[operator - 1]?.id ?? assert.fail("no operator")
})

twins("commandPrivateAi", twin, privateAiDataset, (it) => {
  it.effect("INT-015: calls the assistant once per key, outside any transaction", () =>
    Effect.gen(function* () {
      const calls = yield* AssistantCalls
      const before = calls.count
      const first = yield* command(1, "key-of-one-0001", ask("one?"))
      assert.isFalse(first.isReplay)
      const again = yield* command(1, "key-of-one-0001", ask("one?"))
      assert.deepStrictEqual(again, { isReplay: true, record: first.record })
      const other = yield* Effect.flip(command(1, "key-of-one-0001", ask("two?")))
      assert.strictEqual(other._tag, "IdempotencyConflict")
      assert.deepStrictEqual([calls.count - before, calls.within], [1, 0])
      assert.deepStrictEqual(
        (yield* history(1)).map(({ id }) => id),
        [first.record.id]
      )
    })
  )

  it.effect(
    "INT-015: without the assistant a new question stores nothing and leaves its key free, and a replay still works",
    () =>
      Effect.gen(function* () {
        const calls = yield* AssistantCalls
        const earlier = yield* command(2, "key-of-two-0001", ask("known?"))
        calls.isAway = true
        assert.deepStrictEqual(
          yield* Effect.flip(command(2, "key-of-two-0002", ask("lost?"))),
          new AssistantUnavailable()
        )
        assert.isTrue((yield* command(2, "key-of-two-0001", ask("known?"))).isReplay)
        assert.lengthOf(yield* history(2), 1)
        calls.isAway = false
        const later = yield* command(2, "key-of-two-0002", ask("lost?"))
        assert.isFalse(later.isReplay)
        assert.deepStrictEqual(
          (yield* history(2)).map(({ id }) => id),
          [later.record.id, earlier.record.id]
        )
      })
  )

  it.effect("INT-015: replays a publication under its key, and refuses another key with AlreadyPublished", () =>
    Effect.gen(function* () {
      const { record } = yield* command(3, "key-of-three-0001", ask("what?"))
      const publish: PrivateAiCommand = { type: "publish_ai_answer", privateAnswerId: record.id }
      const first = yield* command(3, "key-of-three-0002", publish)
      assert.isNotNull(first.record.published)
      assert.deepStrictEqual(yield* command(3, "key-of-three-0002", publish), {
        isReplay: true,
        record: first.record
      })
      assert.deepStrictEqual(yield* Effect.flip(command(3, "key-of-three-0003", publish)), new AlreadyPublished())
      const entries = yield* AuditLog.use((log) => log.list(`private_answer:${record.id}`))
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        ["private_ai.asked", "private_ai.published"]
      )
    })
  )
})
