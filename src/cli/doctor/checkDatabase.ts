import { Clock, Effect, Layer, Option } from "effect"
import { existsSync } from "node:fs"
import type { Configuration } from "../../layers/Configuration.ts"
import { embeddedPaths } from "../../layers/database/embeddedPaths.ts"
import { embeddedHolder } from "../../layers/EmbeddedLockLayer.ts"
import { databaseTime } from "../../sql/statements/databaseTime.ts"
import { migrations } from "../../sql/migrations.ts"
import { SchemaForeign, SchemaNewer } from "../../sql/SchemaErrors.ts"
import { schemaState } from "../../sql/schemaState.ts"
import { database } from "../database.ts"
import { explain } from "../explain.ts"
import { checkListCounts } from "./checkListCounts.ts"
import { checkSecrets } from "./checkSecrets.ts"
import { checkTimeZones } from "./checkTimeZones.ts"
import { fail, ok, warn } from "./Check.ts"

/** A larger clock skew affects signatures, expiries and rate limit windows. */
const toleranceMs = 5000

const checkSchema = Effect.flatMap(migrations, schemaState).pipe(
  Effect.map((pending) =>
    pending.length === 0
      ? ok("migrations", "all applied")
      : fail("migrations", `pending: ${pending.join(", ")}; run \`hub migrate\``)
  ),
  Effect.catchIf(
    (error) => error instanceof SchemaNewer || error instanceof SchemaForeign,
    ({ message }) => Effect.succeed(fail("migrations", message.replace("\n", " ")))
  )
)

const checkAnswers = Effect.gen(function* () {
  const now = yield* databaseTime
  const ahead = now.epochMilliseconds - (yield* Clock.currentTimeMillis)
  return [
    ok("database", "answers"),
    yield* checkSchema,
    Math.abs(ahead) <= toleranceMs
      ? ok("clock", "agrees with the database")
      : warn("clock", `the database is ${Math.round(ahead / 1000)} s ahead of this machine`)
  ]
})

/** These read whole tables, each with a time limit of its own. */
const checkContents = Effect.gen(function* () {
  return [yield* checkTimeZones, yield* checkListCounts, ...(yield* checkSecrets)]
})

const inspect = Effect.gen(function* () {
  const reached = yield* Layer.build(database).pipe(
    Effect.flatMap((services) =>
      Effect.map(Effect.provide(checkAnswers, services), (answers) => ({ services, answers }))
    ),
    Effect.timeoutOption("15 seconds")
  )
  if (Option.isNone(reached)) return [fail("database", "does not answer within 15 s")]
  const { answers, services } = reached.value
  if (answers.some(({ status }) => status === "fail")) return answers
  return [...answers, ...(yield* Effect.provide(checkContents, services))]
}).pipe(
  Effect.scoped,
  Effect.catchCause(
    Effect.fnUntraced(function* (cause) {
      const message = explain(cause)
      return message === undefined ? yield* Effect.failCause(cause) : [fail("database", message)]
    })
  )
)

/**
 * Checks that the configured database responds, is migrated and agrees on the time. Never creates an embedded database.
 */
export const checkDatabase = Effect.fnUntraced(function* ({ dataDirectory, store }: Configuration["Service"]) {
  if (store !== "embedded") return yield* inspect
  const holder = yield* embeddedHolder(dataDirectory)
  if (Option.isSome(holder)) {
    return [warn("database", `${dataDirectory} is in use by process ${holder.value}, so it cannot be checked`)]
  }
  if (!existsSync(embeddedPaths(dataDirectory).database)) {
    return [warn("database", `none in ${dataDirectory} yet: \`hub serve\` or \`hub migrate\` creates it`)]
  }
  return yield* inspect
})
