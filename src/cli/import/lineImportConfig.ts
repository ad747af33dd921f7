import { Argument, Flag } from "effect/cli"
import { json } from "../flags.ts"

/** The arguments and flags shared by all imports of an organization's data. */
export const lineImportConfig = {
  file: Argument.String("file").pipe(Argument.withDescription("Path of the file; `-` is standard input")),
  organization: Flag.String("organization").pipe(
    Flag.withMetavar("SLUG"),
    Flag.withDescription("Slug or id of the organization")
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription("Report what would happen without changing anything"),
    Flag.withDefault(false)
  ),
  json
}
