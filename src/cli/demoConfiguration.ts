import { Effect, Layer } from "effect"
import { Configuration, readConfiguration } from "../layers/Configuration.ts"
import { ConfigurationInvalid } from "../layers/configuration/ConfigurationInvalid.ts"
import type { Intent } from "../layers/configuration/Intent.ts"

/** The configuration of a command that prints or loads demo data; a refusal names the command. */
export const demoConfiguration = (verb: string, intent: Intent = {}) =>
  Layer.effect(
    Configuration,
    readConfiguration({ ...intent, demo: true }).pipe(
      Effect.mapError(
        ({ problems }) =>
          new ConfigurationInvalid({
            problems: problems.map(({ name, problem }) => ({ name: name === "--demo" ? verb : name, problem }))
          })
      )
    )
  )
