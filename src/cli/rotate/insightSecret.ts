import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { rotateInsightSecret } from "../../domain/insight/rotateInsightSecret.ts"
import { json } from "../flags.ts"
import { insightServices } from "../insightServices.ts"
import { organizationOf } from "../organizationOf.ts"
import { printJson } from "../printJson.ts"

/** Replaces the secret of an organization's guest hashes, which nobody sees. */
export const insightSecret = Command.make(
  "insight-secret",
  {
    organization: Argument.String("organization").pipe(Argument.withDescription("Slug or id of the organization")),
    json
  },
  Effect.fn("rotate insight-secret")(function* (options) {
    const { id, slug, xid } = yield* organizationOf(options.organization)
    const { records } = yield* rotateInsightSecret(id, (rotation) =>
      Console.error(`${rotation.records} records hashed`)
    )
    yield* options.json
      ? printJson({ organization: xid, records })
      : Console.log(
          [
            `The secret of ${slug} was replaced, and ${records} records were hashed again.`,
            "Former hashes name no record from now on: who stored them fetches the records again, by stay or member."
          ].join("\n")
        )
  }, Effect.provide(insightServices))
).pipe(
  Command.withDescription(
    "Replace the secret under which an organization's PMS guest ids are hashed, and hash its records again"
  ),
  Command.withExamples([
    { command: "hub rotate insight-secret grand", description: "After the secret or its hashes may have leaked" },
    { command: "hub rotate insight-secret grand --json", description: "As JSON" }
  ])
)
