import { fileArgument } from "../fileArgument.ts"
import { dryRunFlag, json, organizationFlag } from "../flags.ts"

/** The arguments and flags shared by all imports of an organization's data. */
export const lineImportConfig = {
  file: fileArgument("Path of the file"),
  organization: organizationFlag,
  dryRun: dryRunFlag,
  json
}
