import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { Configuration, readConfiguration } from "../layers/Configuration.ts"
import { type Check, fail, ok, warn } from "./doctor/Check.ts"
import { checkNode } from "./doctor/checkNode.ts"
import { json } from "./flags.ts"
import { printJson } from "./printJson.ts"
import { table } from "./table.ts"
import { Refused } from "./Refused.ts"

const checkAll = Effect.gen(function* () {
  const node = checkNode(process.versions.node)
  const read = yield* Effect.result(readConfiguration())
  if (read._tag === "Failure") {
    return [node, ...read.failure.problems.map(({ name, problem }) => fail("configuration", `${name} ${problem}`))]
  }
  const configuration = read.success
  const { checkDatabase } = yield* Effect.promise(() => import("./doctor/checkDatabase.ts"))
  const { checkUpstreams } = yield* Effect.promise(() => import("./doctor/checkUpstreams.ts"))
  const [database, upstreams] = yield* Effect.all(
    [Effect.provideService(checkDatabase(configuration), Configuration, configuration), checkUpstreams(configuration)],
    { concurrency: 2 }
  )
  return [
    node,
    ok("configuration", `${configuration.environment}, ${configuration.store} store`),
    ...configuration.warnings.map((text) => warn("configuration", text)),
    ...database,
    ...upstreams
  ]
})

/** Checks everything the service depends on. Fails if any check fails. */
export const doctor = Command.make(
  "doctor",
  { json },
  Effect.fn("doctor")(function* (options) {
    const checks: ReadonlyArray<Check> = yield* checkAll
    const failed = checks.filter(({ status }) => status === "fail").length
    yield* options.json
      ? printJson({ ok: failed === 0, checks })
      : Console.log(table(checks.map(({ detail, name, status }) => [status, name, detail])))
    if (failed > 0) return yield* new Refused({ message: `${failed} of ${checks.length} checks failed.` })
  })
).pipe(
  Command.withDescription(
    "Check Node, configuration, database, migrations, clock, time zones, totals, secrets, Redis, issuers, core API, identity provider, e-mail, SMS and assistant"
  ),
  Command.withExamples([{ command: "hub doctor --json", description: "Print JSON; exit code 1 if a check fails" }])
)
