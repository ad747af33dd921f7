import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { rotateInsightSecret } from "../../domain/insight/rotateInsightSecret.ts"
import { json } from "../flags.ts"
import { insightServices } from "../insightServices.ts"
import { organizationOf } from "../organizationOf.ts"
import { printJson } from "../printJson.ts"

/** Replaces the secret of an organization's guest hashes; the secret itself is never printed. */
export const insightSecret = Command.make(
  "insight-secret",
  {
    organization: Argument.String("organization").pipe(Argument.withDescription("Slug or id of the organization")),
    json
  },
  Effect.fn("rotate insight-secret")(function* (options) {
    const organization = yield* organizationOf(options.organization)
    const { records } = yield* rotateInsightSecret(organization, (rotation) =>
      Console.error(`${rotation.records} records hashed`)
    )
    yield* options.json
      ? printJson({ organization: organization.xid, records })
      : Console.log(
          [
            `The secret of ${organization.slug} was replaced and ${records} records were rehashed.`,
            "Former hashes no longer match any record: clients that stored them must fetch the records again, by stay or member."
          ].join("\n")
        )
  }, Effect.provide(insightServices))
).pipe(
  Command.withDescription("Replace the secret that hashes an organization's PMS guest ids, and rehash its records"),
  Command.withExamples([
    { command: "hub rotate insight-secret grand", description: "Run it if the secret or hashes may have leaked" },
    { command: "hub rotate insight-secret grand --json", description: "As JSON" }
  ])
)
