import { Argument, Flag } from "effect/cli"
import { json } from "../flags.ts"

/** What every import of an organization's lines takes. */
export const lineImportConfig = {
  file: Argument.String("file").pipe(Argument.withDescription("Path of the file")),
  organization: Flag.String("organization").pipe(
    Flag.withMetavar("SLUG"),
    Flag.withDescription("Slug or id of the organization that the lines belong to")
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("Report what would happen, and change nothing"),
    Flag.withDefault(false)
  ),
  json
}
