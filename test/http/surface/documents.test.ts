import { assert, describe, expect, it } from "@effect/vitest"
import { Predicate } from "effect"
import { Ajv2020 } from "ajv/dist/2020.js"
import { documents } from "../../../src/cli/documents.ts"
import { outline } from "../../support/http/outline.ts"
import { resolved } from "../../support/http/resolved.ts"
import { at, each, keysOf, recordOf } from "../../support/http/service.ts"

/** Every object and list in `value`, itself included, with its path. */
const parts = function* (value: unknown, where = "#"): Generator<readonly [where: string, part: object]> {
  if (!Predicate.isObjectOrArray(value)) return
  yield [where, value]
  for (const [name, inner] of Object.entries(value)) yield* parts(inner, `${where}/${name}`)
}

const isText = (value: unknown) => typeof value === "string" && value !== ""

interface Operation {
  readonly id: string
  readonly facts: unknown
  readonly responses: ReadonlyArray<readonly [status: string, response: unknown]>
}

const operationsOf = (document: unknown): ReadonlyArray<Operation> =>
  Object.values(recordOf(at(document, "paths"))).flatMap((item) =>
    Object.values(recordOf(item)).map((facts) => ({
      id: String(at(facts, "operationId")),
      facts,
      responses: Object.entries(recordOf(at(facts, "responses")))
    }))
  )

/** Statuses for which HTTP defines no body. */
const bodyless: ReadonlySet<string> = new Set(["204", "304"])

const limits = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit-Policy", "RateLimit"]

/** Statuses of requests that are refused before the caller's limits count them. */
const unlimited: ReadonlySet<string> = new Set(["401", "431"])

/** The headers that every answer of a status carries. */
const headersOf = (status: string): ReadonlyArray<string> => [
  "X-Request-ID",
  ...(unlimited.has(status) ? [] : limits),
  ...(status === "401" ? ["WWW-Authenticate"] : []),
  ...(status === "429" ? ["Retry-After"] : [])
]

for (const [name, { specification }] of Object.entries(documents)) {
  describe(`the ${name} document`, () => {
    // As it is served, without what JSON cannot carry.
    const published: unknown = JSON.parse(JSON.stringify(specification()))
    const document = resolved(published)
    const components = recordOf(at(document, "components.schemas"))

    it("HUB-008, GEN-008: promises what was last agreed on", async () => {
      await expect(outline(document)).toMatchFileSnapshot(`./__snapshots__/${name}.outline.txt`)
    })

    it("HUB-008: names each component once, and refers to no other", () => {
      for (const component of Object.keys(components)) assert.notMatch(component, /_\d+$/)
      for (const [where, part] of parts(published)) {
        const target: unknown = Reflect.get(part, "$ref")
        if (target === undefined) continue
        assert.isString(target, where)
        const [root, ...path] = String(target).split("/")
        assert.strictEqual(root, "#")
        assert.isDefined(path.reduce<unknown>(at, published), `${where} refers to ${String(target)}`)
      }
    })

    it("GEN-008: says headers and failures that operations share once", () => {
      const seen = new Map<string, string>()
      for (const { id, responses } of operationsOf(published)) {
        const shared = responses.flatMap(([status, response]) => [
          ...(Number(status) < 400 ? [] : [response]),
          ...Object.values(recordOf(at(response, "headers") ?? {}))
        ])
        for (const part of shared) {
          const text = JSON.stringify(part)
          if (text.startsWith('{"$ref"')) continue
          assert.isUndefined(seen.get(text), `${id} repeats ${text.slice(0, 200)}`)
          seen.set(text, id)
        }
      }
    })

    it("GEN-008: forbids no field that an answer may gain", () => {
      for (const [where, part] of parts(document)) {
        if (/\/(?:requestBody|parameters|schemas\/ActionCommand)(?:\/|$)/.test(where)) continue
        assert.notStrictEqual(Reflect.get(part, "additionalProperties"), false, where)
      }
    })

    it("HUB-008: gives each operation an id of its own, a summary and a description", () => {
      const operations = operationsOf(document)
      assert.isAbove(operations.length, 0)
      const ids = operations.map(({ id }) => id)
      assert.deepStrictEqual(ids, [...new Set(ids)])
      for (const { facts, id } of operations) {
        assert.match(id, /^[a-z][A-Za-z]+$/)
        assert.isString(at(facts, "summary"), id)
        assert.isString(at(facts, "description"), id)
      }
    })

    it("HUB-011, HUB-012, HUB-013, GEN-013: lists the headers of every answer, and the request id that may be sent", () => {
      for (const { facts, id, responses } of operationsOf(document)) {
        const parameters = at(facts, "parameters")
        assert.isTrue(
          Array.isArray(parameters) && parameters.some((one) => at(one, "name") === "X-Request-ID"),
          `${id} takes X-Request-ID`
        )
        for (const [status, response] of responses) {
          const listed = keysOf(at(response, "headers"))
          for (const header of headersOf(status)) assert.include(listed, header, `${id} ${status}`)
          if (unlimited.has(status)) for (const header of limits) assert.notInclude(listed, header, id)
        }
      }
    })

    it("A-103: documents for every operation that its URL and headers may be too large", () => {
      for (const { id, responses } of operationsOf(document)) {
        const [, tooLarge] = responses.find(([status]) => status === "431") ?? assert.fail(`${id} has no 431`)
        assert.strictEqual(at(tooLarge, "description"), "request_header_fields_too_large")
      }
      assert.isDefined(at(published, "components.responses.RequestHeaderFieldsTooLarge"))
    })

    it("GEN-006, GEN-007: describes every body as JSON, each failure by the codes it can carry", () => {
      for (const { id, responses } of operationsOf(document)) {
        for (const [status, response] of responses) {
          const content = Object.entries(recordOf(at(response, "content") ?? {}))
          assert.strictEqual(content.length, bodyless.has(status) ? 0 : 1, `${id} ${status}`)
          if (bodyless.has(status)) continue
          const [[type, body] = []] = content
          assert.match(String(type), /^application\/(?:problem\+)?json$/)
          if (Number(status) < 400) continue
          const codes = at(body, "schema.properties.code.enum")
          assert.isTrue(Array.isArray(codes) && codes.length > 0, `${id} ${status} names its codes`)
          assert.strictEqual(at(response, "description"), Array.isArray(codes) ? codes.join(", ") : "")
        }
      }
    })

    it("HUB-008: says of its tags what they are, and nothing of the document", () => {
      const tags: unknown = at(document, "tags")
      assert.isTrue(Array.isArray(tags) && tags.length > 0)
      for (const tag of each(tags, "")) {
        assert.deepStrictEqual(keysOf(tag), ["name", "description"])
      }
    })

    it("HUB-008, A-33: shows numbers of a query as numbers, with a default that their bounds allow", () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      for (const { facts, id } of operationsOf(document)) {
        for (const parameter of each(facts, "parameters")) {
          const name = `${id} ${String(at(parameter, "name"))}`
          const schema = recordOf(at(parameter, "schema"))
          assert.isUndefined(at(schema, "contentSchema"), name)
          if (["limit", "offset", "after"].includes(String(at(parameter, "name")))) {
            assert.strictEqual(at(schema, "type"), "integer", name)
            assert.isNumber(at(schema, "default"), name)
          }
          const preset = at(schema, "default")
          if (preset !== undefined) assert.isTrue(ajv.validate(schema, preset), name)
        }
      }
    })

    it("GEN-008: describes every parameter, header and property, and no place twice over", () => {
      const missing: Array<string> = []
      for (const { facts, id } of operationsOf(document)) {
        for (const parameter of each(facts, "parameters")) {
          if (!isText(at(parameter, "description"))) missing.push(`${id} ${String(at(parameter, "name"))}`)
        }
      }
      for (const [where, part] of parts(document)) {
        if (/\/examples?(?:\/|$)/.test(where)) continue
        const { allOf, headers, properties } = recordOf({ ...part })
        for (const named of [headers, where.endsWith("/properties") ? undefined : properties]) {
          for (const [field, value] of Object.entries(Predicate.isObject(named) ? named : {})) {
            if (!isText(at(value, "description"))) missing.push(`${where} ${field}`)
          }
        }
        for (const alternative of Array.isArray(allOf) ? allOf : []) {
          if (Object.keys(recordOf(alternative)).join() === "description") missing.push(`${where} says it in allOf`)
        }
      }
      assert.deepStrictEqual(missing, [])
    })

    it("GEN-008: states no bound of an integer that is only JavaScript's", () => {
      for (const [where, part] of parts(document)) {
        assert.notStrictEqual(Reflect.get(part, "minimum"), Number.MIN_SAFE_INTEGER, where)
      }
    })

    it("HUB-008: its examples fit its schemas", () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      ajv.addSchema({ $id: "document", components: at(document, "components") })
      for (const { id, responses } of operationsOf(document)) {
        for (const [status, response] of responses.filter(
          ([status]) => Number(status) < 300 && !bodyless.has(status)
        )) {
          const content = recordOf(at(response, "content"))["application/json"]
          const example = at(content, "example")
          assert.isDefined(example, `${id} ${status} has an example`)
          const schema: unknown = JSON.parse(JSON.stringify(at(content, "schema")).replaceAll('"#/', '"document#/'))
          const fits = ajv.compile(recordOf(schema))
          assert.isTrue(fits(example), `${id}: ${ajv.errorsText(fits.errors)}`)
        }
      }
    })

    it("GEN-009: shows no secret", () => {
      assert.notMatch(JSON.stringify(document), /hub_(?:live|test|dev)_(?:org|ptr)_[0-9A-Za-z]{20}/)
    })
  })
}
