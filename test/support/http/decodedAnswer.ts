import { assert } from "@effect/vitest"
import { Effect, Exit, Schema } from "effect"
import { FindMyWay } from "effect/http"
import { HttpApi, type HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { HubApi } from "../../../src/http/hub/HubApi.ts"
import { MemberApi } from "../../../src/http/member/MemberApi.ts"
import { OperatorApi } from "../../../src/http/operator/OperatorApi.ts"
import { PartnerApi } from "../../../src/http/partner/PartnerApi.ts"
import { ProviderApi } from "../../../src/http/providers/ProviderApi.ts"
import { PublicApi } from "../../../src/http/public/PublicApi.ts"
import { routing } from "../../../src/http/surface/outermost.ts"

type Decode = (body: unknown) => Effect.Effect<unknown, Schema.SchemaError>

/** The declared responses of an endpoint by status, as the typed client decodes them; null without a body. */
interface DecodedEndpoint {
  readonly id: string
  readonly byStatus: ReadonlyMap<number, Decode | null>
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

const isPlain = (schema: Schema.Top): schema is Schema.Codec<unknown, unknown> & Schema.Top => Schema.isSchema(schema)

const decoderOf = (schemas: ReadonlyArray<Schema.Top>): Decode | null => {
  const bodies = schemas
    .map((schema) => (HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema))
    .filter((schema) => !HttpApiSchema.isNoContent(schema.ast))
    .filter(isPlain)
  return bodies.length === 0 ? null : Schema.decodeUnknownEffect(Schema.Union(bodies))
}

const endpoints = FindMyWay.make<DecodedEndpoint>(routing)

const declare = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, errors, successes }) => {
      const method = methods.find((declared) => declared === endpoint.method)
      if (method === undefined) throw new Error(`No client sends ${endpoint.method}`)
      const byStatus = new Map([...errors, ...successes].map(([status, schemas]) => [status, decoderOf(schemas)]))
      endpoints.on(method, `/${endpoint.path.slice(1)}`, { id: endpoint.identifier, byStatus })
    }
  })

declare(HubApi)
declare(MemberApi)
declare(OperatorApi)
declare(PartnerApi)
declare(ProviderApi)
declare(PublicApi)

/** The status of conditional reads, which no endpoint declares because it has no body. */
const notModified = 304

/**
 * Checks a response against its endpoint's declaration, like the typed client reads it: its status is declared, a
 * success decodes, and a failure decodes to its tagged error. Responses of undeclared paths are ignored.
 */
export const assertDecodes = (method: string, path: string, status: number, body: unknown, text: string) =>
  Effect.gen(function* () {
    const declared = methods.find((name) => name === method)
    const found = declared === undefined ? undefined : endpoints.find(declared, path.replaceAll(";", "%3B"))
    // A path that lacks a parameter matches no route.
    if (found === undefined || status === notModified || Object.values(found.params).includes("")) return
    const { byStatus, id } = found.handler
    assert.isTrue(byStatus.has(status), `${id} does not declare ${status}: ${text}`)
    const decode = byStatus.get(status) ?? null
    if (decode === null) {
      assert.strictEqual(text, "", `${id} declares no body for ${status}`)
      return
    }
    const exit = yield* Effect.exit(decode(body))
    assert.isTrue(
      Exit.isSuccess(exit),
      `the ${status} response of ${id} does not decode: ${text.slice(0, 500)}\n${String(exit)}`
    )
  })
