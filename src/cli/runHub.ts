import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Layer, Logger } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import packageJson from "../../package.json" with { type: "json" }
import { explain } from "./explain.ts"
import { hub } from "./hub.ts"

/** Standard output carries what a verb answers and nothing else; what was wrong with the call goes to standard error. */
const presenter: CliOutput.Presenter = {
  present: Effect.fnUntraced(function* (event) {
    if (event._tag !== "InvalidInvocation") return yield* CliOutput.defaultPresenter.present(event)
    const formatter = CliOutput.defaultFormatter({ colors: false })
    yield* Console.error(formatter.formatErrors(event.errors).trimStart())
    yield* Console.error(`\nSee ${event.commandPath.join(" ")} --help`)
  })
}

const isTold = (cause: Cause.Cause<unknown>) =>
  cause.reasons.some(
    (reason) => reason._tag === "Fail" && CliError.isCliError(reason.error) && reason.error._tag === "ShowHelp"
  )

/** One message for what can be expected to go wrong, the whole of it for what cannot. */
const report = (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause) || isTold(cause)
    ? Effect.void
    : Console.error(explain(cause) ?? `Unexpected failure\n${Cause.pretty(cause)}`)

/**
 * Runs the binary with the given arguments. Its failure has been told on standard error; logs go there as well, unless a verb
 * sends them elsewhere.
 */
export const runHub = (args: ReadonlyArray<string>) =>
  Command.runWith(hub, { version: packageJson.version })(args).pipe(
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
