import type { StatementText } from "../../../src/sql/fragments/propertyFilterText.ts"
import type { BenchStatement } from "../../statements/statementOf.ts"

const names = new Map<string, string>()

/** A named statement whose text depends on the request: there are few variants, and each is prepared once. */
export const named = ({ parameters, text }: StatementText): BenchStatement<never> => {
  let name = names.get(text)
  if (name === undefined) {
    name = `search${names.size}`
    names.set(text, name)
  }
  return { name, text, bind: () => [...parameters] }
}
