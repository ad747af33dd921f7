import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Layer, Logger } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import packageJson from "../../package.json" with { type: "json" }
import { loggableCause } from "../layers/logging/loggableCause.ts"
import { explain } from "./explain.ts"
import { hub } from "./hub.ts"
import { Refused } from "./Refused.ts"
import { WorkerFailed } from "./server/workers/WorkerFailed.ts"

/** Standard output carries only the result of a command; usage errors go to standard error. */
const presenter: CliOutput.Presenter = {
  present: Effect.fnUntraced(function* (event) {
    const formatter = CliOutput.defaultFormatter({ colors: false })
    if (event._tag === "Help" && event.reason === "Implicit") {
      return yield* Console.error(formatter.formatHelpDoc(event.helpDoc))
    }
    if (event._tag !== "InvalidInvocation") return yield* CliOutput.defaultPresenter.present(event)
    yield* Console.error(formatter.formatErrors(event.errors).trimStart())
    yield* Console.error(`\nSee ${event.commandPath.join(" ")} --help`)
  })
}

const isUsageError = (cause: Cause.Cause<unknown>) =>
  cause.reasons.some(
    (reason) => reason._tag === "Fail" && CliError.isCliError(reason.error) && reason.error._tag === "ShowHelp"
  )

/** A command without its subcommand does nothing, and so must not succeed: a scheduled `hub verify` verifies nothing. */
const refuseMissingSubcommand = <E>(error: E) =>
  CliError.isCliError(error) && error._tag === "ShowHelp" && error.errors.length === 0
    ? new Refused({ message: `${error.commandPath.join(" ")} requires a subcommand` })
    : error

/** Whether a worker has already reported the failure: it shares our standard error. */
const isExplained = (cause: Cause.Cause<unknown>) =>
  cause.reasons.some(
    (reason) => reason._tag === "Fail" && reason.error instanceof WorkerFailed && reason.error.isExplained
  )

/**
 * Prints a short message for an expected failure, and for any other the whole cause without values and credentials
 * (GEN-009). Usage errors are printed by the presenter.
 */
const report = (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause) || isUsageError(cause) || isExplained(cause)
    ? Effect.void
    : Console.error(explain(cause) ?? `Unexpected failure\n${Cause.pretty(loggableCause(cause))}`)

/**
 * Runs the binary with the given arguments. Failures are reported on standard error first; logs go there as well,
 * unless a command configures another sink.
 */
export const runHub = (args: ReadonlyArray<string>) =>
  Command.runWith(hub, { version: packageJson.version })(args).pipe(
    Effect.mapError(refuseMissingSubcommand),
    Effect.tapCause(report),
    Effect.provide(
      Layer.mergeAll(
        NodeServices.layer,
        Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]),
        CliOutput.layerPresenter(presenter),
        CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })
      )
    )
  )
