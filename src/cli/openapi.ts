import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { ConfigurationInvalid } from "../layers/configuration/ConfigurationInvalid.ts"
import { variables } from "../layers/configuration/variables.ts"
import { printJson } from "./printJson.ts"

/** Prints the published OpenAPI document of a surface; with PUBLIC_URL, its server URL is absolute. */
export const openapi = Command.make(
  "openapi",
  {
    surface: Flag.Literals("surface", ["hub", "operator", "partner", "providers", "public"]).pipe(
      Flag.withDescription("Surface to print; public includes the member API [default: hub]"),
      Flag.withDefault("hub" as const)
    ),
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print it on one line"), Flag.withDefault(false))
  },
  Effect.fn("openapi")(function* (options) {
    const { documents } = yield* Effect.promise(() => import("./documents.ts"))
    const publicUrl = yield* variables.publicUrl.config.pipe(
      Effect.mapError(() => {
        const { expected, name } = variables.publicUrl
        return new ConfigurationInvalid({ problems: [{ name, problem: `must be ${expected}` }] })
      })
    )
    const document = documents[options.surface].specification(publicUrl)
    yield* options.json ? Console.log(JSON.stringify(document)) : printJson(document)
  })
).pipe(
  Command.withDescription("Print the OpenAPI document of a surface"),
  Command.withExamples([
    { command: "hub openapi --surface partner > partner.json", description: "Save the document of the Partner API" }
  ])
)
