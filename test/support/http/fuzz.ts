import { Ajv2020 } from "ajv/dist/2020.js"
import { Predicate } from "effect"
import * as fc from "fast-check"
import { demoIdsFor } from "../demoIdsFor.ts"
import { bodyOf } from "./fuzzBody.ts"
import { hostile } from "./hostile.ts"
import { resolved } from "./resolved.ts"
import { at } from "./service.ts"
import { type RawAnswer, rawCall } from "./rawCall.ts"

type Json = Record<string, unknown>

const record = (value: unknown): Json => (Predicate.isObject(value) ? { ...value } : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** One operation of a document, with the data that the fuzzer needs. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Json>
  readonly body: unknown
  readonly responses: Json
}

/** The operations of a document whose parameters, headers and responses are resolved. */
export const operationsOf = (document: unknown): ReadonlyArray<Operation> =>
  Object.entries(record(at(document, "paths"))).flatMap(([path, item]) =>
    Object.entries(record(item)).map(([method, operation]) => ({
      id: String(at(operation, "operationId")),
      method: method.toUpperCase(),
      path: `${String(at(document, "servers.0.url"))}${path}`,
      parameters: list(at(operation, "parameters")).map(record),
      body: record(record(record(at(operation, "requestBody"))["content"])["application/json"])["schema"],
      responses: record(at(operation, "responses"))
    }))
  )

/** Mostly one of `ids`; else a value of the schema, one of `known`, or anything. */
const valueOf = (schema: unknown, ids: ReadonlyArray<string>, known: ReadonlyArray<string>): fc.Arbitrary<string> => {
  if (ids.length > 0) {
    return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: hostile })
  }
  const { enum: constants, maximum, minimum, type } = record(schema)
  const fitting: Array<fc.Arbitrary<string>> = []
  if (Array.isArray(constants)) fitting.push(fc.constantFrom(...constants.map(String)))
  if (type === "integer" && Predicate.isNumber(minimum) && Predicate.isNumber(maximum)) {
    fitting.push(fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) }).map(String))
  }
  if (fitting.length === 0 && known.length > 0) fitting.push(fc.constantFrom(...known))
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...fitting, hostile) }, { weight: 1, arbitrary: hostile })
}

/** Percent-encoded like clients do, or raw where that is still a valid request line. */
const encoded = (text: string, raw: boolean): string =>
  raw && /^[\x21-\x7e]*$/.test(text) ? text.replace(/[ ?#]/g, "") : encodeURIComponent(text)

/** The target of a fuzz run, with its credentials. */
export interface FuzzTarget {
  readonly baseUrl: string
  readonly document: unknown
  /** Demo values that pass validation, besides the ids of parameters. */
  readonly known: ReadonlyArray<string>
  /** By parameter name: values to use instead of the demo ids, such as those with which most paths begin. */
  readonly named?: Readonly<Record<string, ReadonlyArray<string>>>
  /** Headers of a caller with every permission. */
  readonly authority: Readonly<Record<string, string>>
}

interface Aimed {
  readonly operation: Operation
  readonly method: string
  readonly path: string
}

interface Shot extends Aimed {
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** A value reduced to characters that a header may contain. */
export const asHeader = (value: string) => value.replace(/[^\x20-\x7e]/g, "?")

const idsOf = (name: string, { named }: FuzzTarget) => named?.[name] ?? demoIdsFor(name)

const shotOf = (operation: Operation, target: FuzzTarget): fc.Arbitrary<Shot> => {
  return fc
    .record({
      values: fc.tuple(
        ...operation.parameters.map((parameter) =>
          fc.option(valueOf(parameter["schema"], idsOf(String(parameter["name"]), target), target.known), {
            freq: parameter["required"] === true ? 12 : 2,
            nil: undefined
          })
        )
      ),
      raw: fc.boolean(),
      body: operation.method === "GET" ? fc.constant(undefined) : bodyOf(target.document, operation.body, target.known),
      key: fc.oneof(fc.uuid(), hostile),
      contentType: fc.constantFrom("application/json", "application/json", "application/json", "text/plain", "a/b", ""),
      authorized: fc.option(fc.constant(true), { freq: 15, nil: false })
    })
    .map(({ authorized, body, contentType, key, raw, values }) => {
      let { path } = operation
      const query: Array<string> = []
      const headers: Record<string, string> = { ...(authorized === true ? target.authority : {}) }
      operation.parameters.forEach((parameter, index) => {
        const value = values[index]
        const name = String(parameter["name"])
        if (parameter["in"] === "path") path = path.replace(`{${name}}`, encoded(value ?? "x", raw) || "x")
        else if (value === undefined) return
        else if (parameter["in"] === "query") query.push(`${name}=${encoded(value, raw)}`)
        else headers[name.toLowerCase()] = asHeader(value)
      })
      // Node does not frame the body of a DELETE by itself, and the server would parse it as the next request.
      if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body))
      if (operation.method !== "GET") {
        headers["idempotency-key"] ??= asHeader(key)
        if (contentType !== "") headers["content-type"] = contentType
      }
      return {
        operation,
        method: operation.method,
        path: query.length === 0 ? path : `${path}?${query.join("&")}`,
        headers,
        body
      }
    })
}

/** Compiles validators for the schemas of a document. */
export const validatorsOf = (document: unknown) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: "document", components: at(document, "components") })
  const whole = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(whole)
    if (!Predicate.isObject(schema)) return schema
    return Object.fromEntries(
      Object.entries(schema).map(([name, value]) => [
        name,
        name === "$ref" && typeof value === "string" ? `document${value}` : whole(value)
      ])
    )
  }
  return (schema: unknown): ((value: unknown) => boolean) => ajv.compile(record(whole(schema)))
}

/** Throws unless the document allows `answer` for the operation. */
export const makeJudge = (document: unknown) => {
  const validatorOf = validatorsOf(document)
  const validators = new Map<string, (body: unknown) => boolean>()
  return (shot: Aimed, answer: RawAnswer) => {
    const { operation } = shot
    const summary = `${shot.method} ${shot.path.slice(0, 300)} -> ${answer.status} ${answer.text.slice(0, 300)}`
    // A path parameter can turn the path into another one, whose response is that of an unknown route.
    const elsewhere = operation.path.includes("{") && (answer.status === 404 || answer.status === 405)
    if (answer.status >= 500) throw new Error(`server error: ${summary}`)
    const response = operation.responses[String(answer.status)]
    if (response === undefined) {
      if (elsewhere) return
      throw new Error(`status outside the document: ${summary}`)
    }
    const contents = record(record(response)["content"])
    if (Object.keys(contents).length === 0) {
      if (answer.text !== "" || "content-type" in answer.headers) throw new Error(`unexpected body: ${summary}`)
      return
    }
    const type = String(answer.headers["content-type"]).split(";")[0] ?? ""
    const content = contents[type]
    if (content === undefined) throw new Error(`content type outside the document: ${type}: ${summary}`)
    const key = `${operation.id} ${answer.status} ${type}`
    const validate = validators.get(key) ?? validatorOf(record(content)["schema"])
    validators.set(key, validate)
    const body: unknown = JSON.parse(answer.text)
    if (!validate(body) && !(elsewhere && Predicate.hasProperty(body, "message"))) {
      throw new Error(`body outside the document: ${summary}`)
    }
  }
}

/**
 * Sends `runs` requests to the operations of a document; throws at the first response that the document does not allow.
 */
export const fuzz = async (target: FuzzTarget, runs: number) => {
  const operations = operationsOf(resolved(target.document))
  const judge = makeJudge(target.document)
  const statuses = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.oneof(...operations.map((operation) => shotOf(operation, target))), async (shot) => {
      const answer = await rawCall(target.baseUrl, shot)
      const key = `${shot.operation.id} ${answer.status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
      judge(shot, answer)
    }),
    { numRuns: runs, endOnFailure: true }
  )
  return statuses
}
