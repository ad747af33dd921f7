import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { at } from "../../support/http/service.ts"

/** Formats of bounded length; a file is bounded by its form, and no form without a limit is served. */
const sized = new Set<unknown>(["date", "date-time", "uuid", "binary"])

const isBounded = (schema: Readonly<Record<string, unknown>>, within: ReadonlyArray<string>): boolean => {
  if (schema["type"] === "array") return within.includes("maxItems")
  if (schema["type"] !== "string") return true
  return within.includes("maxLength") || within.includes("enum") || sized.has(schema["format"])
}

/** The keywords that apply to a schema: its own and those of its `allOf`. */
const keywordsOf = (schema: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const all = Array.isArray(schema["allOf"]) ? schema["allOf"].filter(Predicate.isObject) : []
  return [...Object.keys(schema), ...all.flatMap((each) => Object.keys(each))]
}

/** The paths in a request's schema, references followed, of relevant types without a maximum length. */
const unbounded = (document: unknown, root: unknown, isRelevant: (type: unknown) => boolean) => {
  const found: Array<string> = []
  const followed = new Set<string>()
  const visit = (schema: unknown, place: string): void => {
    if (Array.isArray(schema)) return schema.forEach((each) => visit(each, place))
    if (!Predicate.isObject(schema)) return
    const reference = schema["$ref"]
    if (typeof reference === "string" && !followed.has(reference)) {
      followed.add(reference)
      visit(at(document, reference.slice(2).replaceAll("/", ".")), reference)
    }
    if (isRelevant(schema["type"]) && !isBounded(schema, keywordsOf(schema))) found.push(place)
    for (const [name, inner] of Object.entries(schema)) visit(inner, `${place}.${name}`)
  }
  visit(root, "")
  return found
}

/** Texts in parameters are bounded by the size of a request's head; lists cost more than their text. */
const isList = (type: unknown) => type === "array"

describe("bounds of requests", () => {
  for (const surface of surfaces) {
    const document = surface.specification()
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    it(`GEN-008: each text and list in a ${surface.name} body, and each list in a parameter, has a maximum`, () => {
      assert.isNotEmpty(operations)
      for (const operation of operations) {
        const id = at(operation, "operationId")
        const bodies = unbounded(document, at(operation, "requestBody"), () => true)
        const parameters = unbounded(document, at(operation, "parameters"), isList)
        assert.deepStrictEqual([...bodies, ...parameters], [], `without a maximum in ${String(id)}`)
      }
    })
  }
})
