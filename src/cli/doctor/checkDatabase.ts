import { Clock, Effect, Option } from "effect"
import { existsSync } from "node:fs"
import type { Configuration } from "../../layers/Configuration.ts"
import { embeddedHolder } from "../../layers/EmbeddedLockLayer.ts"
import { databaseState } from "../../sql/databaseState.ts"
import { database } from "../database.ts"
import { explain } from "../explain.ts"
import { type Check, fail, ok, warn } from "./Check.ts"

/** More than clients and servers may differ before signatures, expiries and windows go wrong. */
const toleranceMs = 5000

const look = Effect.gen(function* () {
  const { now, pending } = yield* databaseState()
  const ahead = now.epochMilliseconds - (yield* Clock.currentTimeMillis)
  return [
    ok("database", "answers"),
    pending.length === 0
      ? ok("migrations", "all have run")
      : fail("migrations", `not run yet: ${pending.join(", ")}; run \`hub migrate\``),
    Math.abs(ahead) <= toleranceMs
      ? ok("clock", "agrees with the database")
      : warn("clock", `the database is ${Math.round(ahead / 1000)} s ahead of this machine`)
  ]
}).pipe(
  Effect.provide(database),
  Effect.timeoutOrElse({
    duration: "15 seconds",
    orElse: () => Effect.succeed<ReadonlyArray<Check>>([fail("database", "does not answer within 15 s")])
  }),
  Effect.catchCause(
    Effect.fnUntraced(function* (cause) {
      const told = explain(cause)
      return told === undefined ? yield* Effect.failCause(cause) : [fail("database", told)]
    })
  )
)

/** Whether the configured database answers, has every migration, and has the time; an embedded one is not made by the look. */
export const checkDatabase = Effect.fnUntraced(function* ({ dataDirectory, store }: Configuration["Service"]) {
  if (store !== "embedded") return yield* look
  const holder = yield* embeddedHolder(dataDirectory)
  if (Option.isSome(holder)) {
    return [warn("database", `${dataDirectory} is open in process ${holder.value}, so it cannot be looked into`)]
  }
  if (!existsSync(`${dataDirectory}/postgres`)) {
    return [warn("database", `there is none in ${dataDirectory} yet: \`hub serve\` and \`hub migrate\` make it`)]
  }
  return yield* look
})
