import { assert, layer } from "@effect/vitest"
import { Effect, Record } from "effect"
import { documents } from "../../../src/cli/documents.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { tokenFor } from "../../support/member.ts"
import { resolved } from "../../support/http/resolved.ts"
import { operator } from "../../support/partner.ts"
import { sessionOf, withSessions } from "../../support/operator.ts"
import { chatHeaders, form, smsSignature } from "../../support/providers.ts"
import * as Service from "../../support/http/service.ts"

const { at, each, recordOf } = Service

const json = "application/json"

/** A request made of a document's examples. */
interface ExampleRequest {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: unknown
  readonly contentType: string
  /** Whether the document allows fields that the body does not declare. */
  readonly acceptsMore: boolean
  /** Whether the document allows the body to be left out. */
  readonly isOptional: boolean
}

const exampleRequests = (document: unknown): ReadonlyArray<ExampleRequest> =>
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
        return [{ ...request, name: id, body: undefined, contentType: json, acceptsMore: true, isOptional: true }]
      const isOptional = at(operation, "requestBody.required") === false
      const content = recordOf(at(operation, "requestBody.content"))
      // A document cannot have an example of a form's file.
      return [json, form].flatMap((contentType) => {
        const schema = at(content[contentType], "schema")
        if (schema === undefined) return []
        const [, component] = /^#\/components\/schemas\/(.+)$/.exec(String(at(schema, "$ref"))) ?? []
        const whole = component === undefined ? schema : at(document, `components.schemas.${component}`)
        const shapes = at(whole, "anyOf") === undefined ? [whole] : each(whole, "anyOf")
        const acceptsMore = shapes.some((shape) => at(shape, "additionalProperties") !== false)
        const bodies = recordOf(at(content[contentType], "examples") ?? {})
        return Object.entries(bodies).map(([name, example]) => {
          assert.isString(at(example, "summary"), `${id} ${name}`)
          return { ...request, name: `${id} ${name}`, body: at(example, "value"), contentType, acceptsMore, isOptional }
        })
      })
    })
  )

/** A body in its content type. */
const written = ({ body, contentType }: Pick<ExampleRequest, "body" | "contentType">): string =>
  contentType === json ? JSON.stringify(body) : new URLSearchParams(Record.map(recordOf(body), String)).toString()

/** The credential headers of a request. */
type Authority = (request: { readonly path: string; readonly text: string }) => Record<string, string>

const signed =
  (baseUrl: string): Authority =>
  ({ path, text }) =>
    path.startsWith("/api/providers/chat/")
      ? chatHeaders(text)
      : { "x-sms-signature": smsSignature(`${baseUrl}${path}`, Object.fromEntries(new URLSearchParams(text))) }

const credentials: Readonly<Record<keyof typeof documents, Effect.Effect<Authority, never, Service.Service>>> = {
  hub: Effect.succeed(() => ({ authorization: `Bearer ${hubKeys.KH_all}` })),
  operator: Effect.succeed(() => sessionOf("manage")),
  partner: Effect.succeed(() => ({ "x-api-key": partnerKeys.PA })),
  providers: Service.Service.use(({ baseUrl }) => Effect.succeed(signed(baseUrl))),
  public: Effect.map(tokenFor("M1"), (token) => () => ({ authorization: `Bearer ${token}` }))
}

/** By operation: the credentials of those that take others than the rest of their document. */
const ownCredentials: Readonly<Record<string, Effect.Effect<Record<string, string>>>> = {
  signInOperator: Effect.map(operator("S_manage"), (token) => ({ ...token, "sec-fetch-site": "same-origin" }))
}

layer(Service.layer({ dataset: withSessions }))("example requests of the documents", (it) => {
  for (const name of ["hub", "operator", "partner", "providers", "public"] as const) {
    it.effect(
      `GEN-008: each example request of the ${name} document succeeds; its body accepts what the document says`,
      () =>
        Effect.gen(function* () {
          const { call, reset } = yield* Service.Service
          const authority = yield* credentials[name]
          const requests = exampleRequests(resolved(documents[name].specification()))
          assert.isNotEmpty(requests)
          for (const example of requests) {
            const { acceptsMore, body, contentType, isOptional, method, name: request, path } = example
            const send = Effect.fnUntraced(function* (text?: string) {
              yield* reset
              const held = yield* ownCredentials[request] ?? Effect.succeed(authority({ path, text: text ?? "" }))
              const type = text === undefined ? undefined : { "content-type": contentType }
              const headers = { ...held, ...example.headers, ...type }
              return yield* call(method, path, { headers, body: text })
            })
            const answer = yield* send(body === undefined ? undefined : written(example))
            assert.isTrue(answer.status >= 200 && answer.status < 300, `${request}: ${answer.status} ${answer.text}`)
            if (body === undefined) continue
            const extended = yield* send(written({ contentType, body: { ...recordOf(body), unheardOf: 1 } }))
            assert.strictEqual(extended.status, acceptsMore ? answer.status : 400, `${request} with a further field`)
            // Any text parses as a form.
            if (contentType === form) continue
            const bare = yield* send()
            const malformed = yield* send("[]")
            const isMalformed = bare.status === malformed.status && bare.at("code") === malformed.at("code")
            assert.strictEqual(isMalformed, !isOptional, `${request} without a body: ${bare.text}`)
          }
        })
    )
  }
})
