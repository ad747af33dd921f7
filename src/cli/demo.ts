import { Console, Effect, Option, Record } from "effect"
import { Command } from "effect/cli"
import { demoManifest } from "../demo/demoManifest.ts"
import { Configuration } from "../layers/Configuration.ts"
import {
  assistantResource,
  demoValidity,
  mintAssistantToken,
  mintMemberToken,
  mintOperatorToken
} from "../layers/developmentIssuer.ts"
import { baseUrl } from "../layers/configuration/baseUrl.ts"
import { demoConfiguration } from "./demoConfiguration.ts"
import { baseUrlFlag, json } from "./flags.ts"
import { printJson } from "./printJson.ts"
import { table } from "./table.ts"

/** The keys, tokens and ids of the demo data, for a service at `url`. */
export const manifestFor = (url: string, resource = assistantResource(url)) =>
  demoManifest({
    baseUrl: url,
    mint: {
      member: (fact) => mintMemberToken({ ...fact, ...demoValidity }),
      operator: (fact) => mintOperatorToken({ ...fact, ...demoValidity }),
      assistant: (fact) => mintAssistantToken({ ...fact, ...demoValidity, resource })
    }
  })

const section = (title: string, names: Readonly<Record<string, string | number>>) =>
  `${title}\n${table(Record.toEntries(names).map(([name, value]) => [`  ${name}`, String(value)]))}`

/** Prints the manifest of the demo data. Requires no database: ids and secrets are derived from a fixed seed. */
export const demo = Command.make(
  "demo",
  { baseUrl: baseUrlFlag, json },
  Effect.fn("demo")(
    function* (options) {
      const configuration = yield* Configuration
      const manifest = yield* Option.match(options.baseUrl, {
        onNone: () => manifestFor(baseUrl(configuration), configuration.assistantTokens?.resource),
        onSome: (url) => manifestFor(url)
      })
      if (options.json) return yield* printJson(manifest)
      const { ids, baseUrl: url, ...credentials } = manifest
      yield* Console.log(
        [
          url,
          ...Record.toEntries<string, Readonly<Record<string, string>>>(credentials).map(([title, names]) =>
            section(title, names)
          ),
          ...Record.toEntries<string, Readonly<Record<string, string | number>>>(ids).map(([title, names]) =>
            section(title, names)
          )
        ].join("\n\n")
      )
    },
    Effect.provide(demoConfiguration("hub demo"))
  )
).pipe(
  Command.withDescription("Print the keys, tokens and ids of the demo data; refused in production and sandbox"),
  Command.withExamples([
    { command: "hub demo --json", description: "Print the manifest as JSON" },
    { command: "hub demo --json --base-url https://hub.example.com", description: "For a service at another address" }
  ])
)
