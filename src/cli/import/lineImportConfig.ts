import { Option } from "effect"
import { fileArgument } from "../fileArgument.ts"
import { dryRunFlag, json, organizationFlag } from "../flags.ts"

/** The arguments and flags shared by all imports of an organization's data. */
export const lineImportConfig = {
  file: fileArgument("Path of the file"),
  organization: organizationFlag,
  dryRun: dryRunFlag,
  json
}

/** The format named by `--format`, otherwise CSV for a file named `*.csv` and NDJSON for any other. */
export const formatOf = <Format extends string>(
  file: string,
  format: Option.Option<Format>
): Format | "csv" | "ndjson" => Option.getOrElse(format, () => (file.toLowerCase().endsWith(".csv") ? "csv" : "ndjson"))
