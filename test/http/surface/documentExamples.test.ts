import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { documents } from "../../../src/cli/documents.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { tokenFor } from "../../support/member.ts"
import { resolved } from "../../support/resolved.ts"
import { operator } from "../../support/partner.ts"
import { sessionOf, withSessions } from "../../support/operator.ts"
import * as Service from "../../support/service.ts"

const { at, each, recordOf } = Service

/** A request as its document shows it. */
interface Shown {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: unknown
  /** What the document says becomes of fields that the body does not name. */
  readonly acceptsMore: boolean
  /** Whether the document says that the body may be left out. */
  readonly isOptional: boolean
}

const shownRequests = (document: unknown): ReadonlyArray<Shown> =>
  Object.entries(recordOf(at(document, "paths"))).flatMap(([template, item]) =>
    Object.entries(recordOf(item)).flatMap(([method, operation]) => {
      const id = String(at(operation, "operationId"))
      const headers: Record<string, string> = {}
      const query = new URLSearchParams()
      let path = `${String(at(document, "servers.0.url"))}${template}`
      for (const parameter of each(operation, "parameters")) {
        const [name, place] = [String(at(parameter, "name")), at(parameter, "in")]
        const example = at(parameter, "example")
        if (at(parameter, "required") === true) assert.isDefined(example, `${id} has an example of ${name}`)
        if (example === undefined) continue
        if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(String(example)))
        else if (place === "query") query.set(name, String(example))
        else headers[name] = String(example)
      }
      const address = query.size === 0 ? path : `${path}?${query.toString()}`
      const request = { method: method.toUpperCase(), path: address, headers }
      if (at(operation, "requestBody") === undefined)
        return [{ ...request, name: id, body: undefined, acceptsMore: true, isOptional: true }]
      const schema = at(operation, "requestBody.content.application/json.schema")
      // The file of a form is no JSON that a document could show.
      if (schema === undefined) return []
      const [, component] = /^#\/components\/schemas\/(.+)$/.exec(String(at(schema, "$ref"))) ?? []
      const whole = component === undefined ? schema : at(document, `components.schemas.${component}`)
      const shapes = at(whole, "anyOf") === undefined ? [whole] : each(whole, "anyOf")
      const isOptional = at(operation, "requestBody.required") === false
      const acceptsMore = shapes.some((shape) => at(shape, "additionalProperties") !== false)
      const bodies = recordOf(at(operation, "requestBody.content.application/json.examples"))
      return Object.entries(bodies).map(([name, example]) => {
        assert.isString(at(example, "summary"), `${id} ${name}`)
        return { ...request, name: `${id} ${name}`, body: at(example, "value"), acceptsMore, isOptional }
      })
    })
  )

const credentials: Readonly<Record<keyof typeof documents, Effect.Effect<Record<string, string>>>> = {
  hub: Effect.succeed({ authorization: `Bearer ${hubKeys.KH_all}` }),
  operator: Effect.succeed(sessionOf("manage")),
  partner: Effect.succeed({ "x-api-key": partnerKeys.PA }),
  public: Effect.map(tokenFor("M1"), (token) => ({ authorization: `Bearer ${token}` }))
}

/** Of operations that take another credential than the others of their document. */
const own: Readonly<Record<string, Effect.Effect<Record<string, string>>>> = {
  signInOperator: Effect.map(operator("S_manage"), (token) => ({ ...token, "sec-fetch-site": "same-origin" }))
}

layer(Service.layer({ dataset: withSessions }))("requests as documents show them", (it) => {
  for (const name of ["hub", "operator", "partner", "public"] as const) {
    it.effect(
      `GEN-008: every request that the ${name} document shows succeeds on the demo data, and its body takes what the document says`,
      () =>
        Effect.gen(function* () {
          const { call, reset } = yield* Service.Service
          const authority = yield* credentials[name]
          const requests = shownRequests(resolved(documents[name].specification()))
          assert.isNotEmpty(requests)
          for (const { acceptsMore, body, headers, isOptional, method, name: request, path } of requests) {
            yield* reset
            const answer = yield* call(method, path, {
              headers: { ...(yield* own[request] ?? Effect.succeed(authority)), ...headers },
              body
            })
            assert.isTrue(answer.status >= 200 && answer.status < 300, `${request}: ${answer.status} ${answer.text}`)
            if (body === undefined) continue
            yield* reset
            const more = { ...recordOf(body), unheardOf: 1 }
            const judged = yield* call(method, path, { headers: { ...authority, ...headers }, body: more })
            assert.strictEqual(judged.status, acceptsMore ? answer.status : 400, `${request} with a further field`)
            yield* reset
            const bare = yield* call(method, path, { headers: { ...authority, ...headers } })
            const malformed = yield* call(method, path, { headers: { ...authority, ...headers }, body: [] })
            const isMalformed = bare.status === malformed.status && bare.at("code") === malformed.at("code")
            assert.strictEqual(isMalformed, !isOptional, `${request} without a body: ${bare.text}`)
          }
        })
    )
  }
})
