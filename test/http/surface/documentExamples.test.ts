import { assert, layer } from "@effect/vitest"
import { Effect, Record } from "effect"
import { documents } from "../../../src/cli/documents.ts"
import { hubKeys } from "../../../src/demo/demoHubKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { tokenFor } from "../../support/member.ts"
import { resolved } from "../../support/resolved.ts"
import { operator } from "../../support/partner.ts"
import { sessionOf, withSessions } from "../../support/operator.ts"
import { chatHeaders, form, smsSignature } from "../../support/providers.ts"
import * as Service from "../../support/service.ts"

const { at, each, recordOf } = Service

const json = "application/json"

/** A request as its document shows it. */
interface Shown {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: unknown
  readonly contentType: string
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
        return [{ ...request, name: id, body: undefined, contentType: json, acceptsMore: true, isOptional: true }]
      const isOptional = at(operation, "requestBody.required") === false
      const content = recordOf(at(operation, "requestBody.content"))
      // The file of a form is nothing that a document could show.
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

/** A body as it is sent. */
const written = ({ body, contentType }: Pick<Shown, "body" | "contentType">): string =>
  contentType === json ? JSON.stringify(body) : new URLSearchParams(Record.map(recordOf(body), String)).toString()

/** What a request is sent with besides its own headers. */
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

/** Of operations that take another credential than the others of their document. */
const own: Readonly<Record<string, Effect.Effect<Record<string, string>>>> = {
  signInOperator: Effect.map(operator("S_manage"), (token) => ({ ...token, "sec-fetch-site": "same-origin" }))
}

layer(Service.layer({ dataset: withSessions }))("requests as documents show them", (it) => {
  for (const name of ["hub", "operator", "partner", "providers", "public"] as const) {
    it.effect(
      `GEN-008: every request that the ${name} document shows succeeds on the demo data, and its body takes what the document says`,
      () =>
        Effect.gen(function* () {
          const { call, reset } = yield* Service.Service
          const authority = yield* credentials[name]
          const requests = shownRequests(resolved(documents[name].specification()))
          assert.isNotEmpty(requests)
          for (const shown of requests) {
            const { acceptsMore, body, contentType, isOptional, method, name: request, path } = shown
            const send = Effect.fnUntraced(function* (text?: string) {
              yield* reset
              const held = yield* own[request] ?? Effect.succeed(authority({ path, text: text ?? "" }))
              const type = text === undefined ? undefined : { "content-type": contentType }
              const headers = { ...held, ...shown.headers, ...type }
              return yield* call(method, path, { headers, body: text })
            })
            const answer = yield* send(body === undefined ? undefined : written(shown))
            assert.isTrue(answer.status >= 200 && answer.status < 300, `${request}: ${answer.status} ${answer.text}`)
            if (body === undefined) continue
            const judged = yield* send(written({ contentType, body: { ...recordOf(body), unheardOf: 1 } }))
            assert.strictEqual(judged.status, acceptsMore ? answer.status : 400, `${request} with a further field`)
            // Whatever text there is, it is a form.
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
