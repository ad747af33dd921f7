import { assert, layer } from "@effect/vitest"
import { Context, Effect, Record } from "effect"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { Venues } from "../../../src/domain/venues/Venues.ts"
import { isFailure, key, operator } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

type Headers = Readonly<Record<string, string>>

const PA = key("PA")
const PA_v1 = key("PA_v1")

const send = (method: string, path: string, headers: Headers = PA, body?: unknown) =>
  Effect.flatMap(Service.Service, ({ call }) => call(method, `/v1/partner${path}`, { headers, body }))
const get = (path: string, headers: Headers = PA) => send("GET", path, headers)
const write = (method: string, path: string, body?: unknown, headers: Headers = PA) =>
  send(method, path, { "idempotency-key": crypto.randomUUID(), ...headers }, body)

const page = (name: string) => `/pages/${demoIds.pages[name]}`
const kit = (name: keyof typeof demoIds.themeKits) => `/theme-kits/${demoIds.themeKits[name]}`
const domain = (name: keyof typeof demoIds.customDomains) => `/custom-domains/${demoIds.customDomains[name]}`
const assign = (name: keyof typeof demoIds.customDomains) =>
  write("PUT", `${page("V1_never")}/custom-domain`, { customDomainId: demoIds.customDomains[name] })
const edit = `${page("V1_published")}/edit`

/** For each code its status, a request that is refused with it, and what the request is, for the test title. */
const cases = {
  missing_credentials: [401, "a request without credentials", get("/scope", {})],
  invalid_access_token: [401, "a malformed token", get("/scope", { authorization: "Bearer none" })],
  expired_credentials: [401, "a key that has expired", get("/scope", key("PA_expired"))],
  insufficient_scope: [403, "a key without the scope", get("/pages", key("PA_guests"))],
  auth_level_not_allowed: [403, "a service-level key", get("/pages", key("PA_service"))],
  no_organization: [
    403,
    "an operator without an organization",
    Effect.flatMap(operator("OT_noorg"), (token) => get("/pages", token))
  ],
  emulation_not_allowed: [
    403,
    "a key that may not emulate",
    get("/pages", { ...PA, "x-emulate-org-id": demoIds.organizations.B })
  ],
  property_out_of_scope: [
    403,
    "a filter beyond the key's reach",
    get(`/arrivals?propertyIds=${demoIds.venues.V2}`, PA_v1)
  ],
  insufficient_reach: [403, "a write that needs all venues", write("DELETE", kit("A_free"), undefined, PA_v1)],
  not_found: [404, "an unknown id", get("/pages/nothing")],
  route_not_found: [404, "an unknown path", get("/no-such-route")],
  method_not_allowed: [405, "a method that the path does not support", write("POST", "/pages")],
  malformed_json: [
    400,
    "a body that is not JSON",
    write("PATCH", page("V1_published_draft"), "{", { ...PA, "content-type": "application/json" })
  ],
  idempotency_key_required: [400, "a write without an Idempotency-Key", send("POST", edit)],
  idempotency_key_too_long: [
    400,
    "an Idempotency-Key of 256 characters",
    write("POST", edit, undefined, { ...PA, "idempotency-key": "x".repeat(256) })
  ],
  idempotency_key_reused: [
    409,
    "another request under the same Idempotency-Key",
    Effect.andThen(
      write("POST", edit, undefined, { ...PA, "idempotency-key": "codes-1" }),
      write("POST", `${page("V2_published")}/edit`, undefined, { ...PA, "idempotency-key": "codes-1" })
    )
  ],
  idempotency_in_flight: [
    409,
    "a repeat while the first request is in progress",
    Effect.gen(function* () {
      const once = write("POST", edit, undefined, { ...PA, "idempotency-key": "codes-2" })
      yield* once
      yield* (yield* Service.Service).holdKeys
      return yield* once
    })
  ],
  invalid_state_transition: [409, "a page that is already offline", write("POST", `${page("V1_offline")}/unpublish`)],
  draft_required: [409, "a page without a draft", write("POST", `${page("V1_offline")}/publish`)],
  draft_not_found: [404, "a preview without a draft", get(`${page("V1_offline")}/preview`)],
  custom_domain_not_verified: [409, "a domain that is not verified", assign("A_pending")],
  custom_domain_in_use: [409, "a domain of another page", assign("A_verified")],
  resource_in_use: [409, "a kit that pages use", write("DELETE", kit("A_used"))],
  duplicate_resource: [
    409,
    "a hostname that is already connected",
    write("POST", "/custom-domains", { hostname: "www.hotels-a.example" })
  ],
  version_conflict: [
    409,
    "a version that is not the current one",
    write("PATCH", page("V1_published_draft"), { title: "T", expectedVersion: 1 })
  ],
  invalid_verification_code: [
    400,
    "a wrong verification code",
    write("POST", `/fulfillments/${demoIds.fulfillments["v1_approved"]}/fulfill`, { verificationCode: "WRONG123" })
  ],
  payload_too_large: [
    413,
    "a body over the size limit",
    write("PATCH", page("V1_published_draft"), { body: "x".repeat(2_000_000) })
  ],
  unsupported_media_type: [
    415,
    "a body whose Content-Type is not JSON",
    write("PATCH", page("V1_published_draft"), "title", { ...PA, "content-type": "text/plain" })
  ],
  rate_limited: [
    429,
    "the seventh recheck of a domain in ten minutes",
    Effect.gen(function* () {
      const recheck = Effect.suspend(() => write("POST", `${domain("A_pending")}/recheck`))
      for (const attempt of [1, 2, 3, 4, 5, 6])
        assert.notStrictEqual((yield* recheck).status, 429, `recheck ${attempt}`)
      return yield* recheck
    })
  ]
} as const satisfies Readonly<
  Record<string, readonly [number, string, Effect.Effect<Service.Answer, never, Service.Service>]>
>

layer(Service.layer())("codes of partner failures", (it) => {
  for (const [code, [status, description, request]] of Record.toEntries(cases)) {
    it.effect(`PAR-131: answers ${code} to ${description}`, () =>
      Effect.gen(function* () {
        const answer = yield* request
        assert.deepStrictEqual([answer.status, answer.at("code")], [status, code], answer.text)
        assert.isTrue(isFailure(answer), answer.text)
      })
    )
  }
})

const broken = {
  internal_error: [500, new Error("broken")],
  service_unavailable: [503, new SqlError({ reason: new ConnectionError({ cause: new Error(), message: "away" }) })]
} as const

for (const [code, [status, cause]] of Record.toEntries(broken)) {
  const fault = Effect.die(cause)
  const venues = Venues.of({ list: () => fault, listByDocumentId: () => fault })
  layer(Service.layer({ replace: Context.add(Venues, venues) }))(`a service that answers ${code}`, (it) => {
    it.effect(`PAR-131: answers ${code} with ${status} when reading venues fails`, () =>
      Effect.gen(function* () {
        const answer = yield* get("/scope")
        assert.deepStrictEqual([answer.status, answer.at("code")], [status, code], answer.text)
      })
    )
  })
}
