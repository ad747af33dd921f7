import { Effect } from "effect"
import { readFile } from "./readFile.ts"
import { Refused } from "./Refused.ts"

const maxBytes = 16 * 1024 * 1024

/** Reads a YAML or JSON file. JSON is valid YAML, so one parser reads both. */
export const readDocument = Effect.fnUntraced(function* (file: string) {
  const text = yield* readFile(file, maxBytes)
  const { parseDocument } = yield* Effect.promise(() => import("yaml"))
  const document = parseDocument(text, { prettyErrors: true })
  const [error] = document.errors
  if (error !== undefined) return yield* new Refused({ message: `${file} is neither YAML nor JSON: ${error.message}` })
  const content: unknown = yield* Effect.try({
    try: () => document.toJS({ maxAliasCount: 100 }),
    catch: (error) =>
      new Refused({ message: `${file} cannot be used: ${error instanceof Error ? error.message : String(error)}` })
  })
  return content
})
