import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { PartnerApi } from "../../../src/http/partner/PartnerApi.ts"
import { key, statusAndCode } from "../../support/partner.ts"
import { typeOf } from "../../support/http/Sample.ts"
import { pageSamples } from "../../support/samples/pageSamples.ts"
import { partnerSamples } from "../../support/samples/partnerSamples.ts"
import * as Service from "../../support/http/service.ts"

type Headers = Readonly<Record<string, string>>

const endpoints: Array<HttpApiEndpoint.Top> = []
HttpApi.reflect(PartnerApi, { onGroup: () => undefined, onEndpoint: ({ endpoint }) => endpoints.push(endpoint) })

const ofPages = endpoints.filter(({ path }) => path.startsWith("/v1/partner/pages"))
const reads = ofPages.filter(({ method }) => method === "GET")
const writes = ofPages.filter(({ method }) => method !== "GET")

/** An endpoint as the document names it. */
const operationOf = ({ method, path }: HttpApiEndpoint.Top) => `${method} ${path.replaceAll(/:(\w+)/gu, "{$1}")}`

const sampleOf = (endpoint: HttpApiEndpoint.Top) =>
  partnerSamples[endpoint.identifier] ?? assert.fail(endpoint.identifier)

/** The sample request of an endpoint, by its own path or another. */
const send = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top, headers: Headers, path?: string) {
  const { call } = yield* Service.Service
  const sample = sampleOf(endpoint)
  return yield* call(endpoint.method, path ?? sample.path, {
    headers: {
      ...(endpoint.method === "GET" ? {} : { "idempotency-key": crypto.randomUUID() }),
      ...typeOf(sample),
      ...headers
    },
    body: sample.body
  })
})

layer(Service.layer())("access to pages", (it) => {
  it.effect(
    "PAR-070, PAR-112: the seven reads need partner:pages:read, and partner:pages:manage does not imply it",
    () =>
      Effect.gen(function* () {
        assert.lengthOf(reads, 7)
        for (const endpoint of reads) {
          const refused = yield* send(endpoint, key("PA_partner_pages_manage"))
          assert.deepStrictEqual(statusAndCode(refused), [403, "insufficient_scope"], endpoint.identifier)
          assert.strictEqual((yield* send(endpoint, key("PA_partner_pages_read"))).status, 200, endpoint.identifier)
        }
      })
  )

  it.effect("PAR-071, PAR-112: the nine writes need partner:pages:manage, and change nothing without it", () =>
    Effect.gen(function* () {
      const { reset, rows } = yield* Service.Service
      assert.lengthOf(writes, 9)
      const before = yield* rows
      for (const endpoint of writes) {
        const refused = yield* send(endpoint, key("PA_partner_pages_read"))
        assert.deepStrictEqual(statusAndCode(refused), [403, "insufficient_scope"], endpoint.identifier)
      }
      assert.deepStrictEqual(yield* rows, before)
      for (const endpoint of writes) {
        yield* reset
        assert.strictEqual((yield* send(endpoint, key("PA_partner_pages_manage"))).status, 200, endpoint.identifier)
      }
    })
  )

  it.effect("PAR-072: another organization's page is 404 on all 15 routes with a pageGroupId", () =>
    Effect.gen(function* () {
      const withPageId = ofPages.filter(({ path }) => path.includes(":pageGroupId"))
      assert.lengthOf(withPageId, 15)
      for (const endpoint of withPageId) {
        const { path } = sampleOf(endpoint)
        const [own] = Object.values(demoIds.pages).filter((id) => path.includes(id))
        const foreign = path.replace(own ?? assert.fail(path), demoIds.pages["W1_published_draft"] ?? "")
        const refused = yield* send(endpoint, key("PA"), foreign)
        assert.deepStrictEqual(statusAndCode(refused), [404, "not_found"], endpoint.identifier)
        assert.isUndefined(refused.at("details.field"), endpoint.identifier)
      }
    })
  )

  it.effect(
    "PAR-131, PAR-139: the nine writes of an organization-wide page are insufficient_reach from one venue",
    () =>
      Effect.gen(function* () {
        const { call, rows } = yield* Service.Service
        const pageId = demoIds.pages["A_everywhere"] ?? ""
        const refused = [403, "insufficient_reach"]
        const before = yield* rows
        for (const endpoint of writes) {
          const { path } = sampleOf(endpoint)
          const [own] = Object.values(demoIds.pages).filter((id) => path.includes(id))
          const answer = yield* send(endpoint, key("PA_v1"), path.replace(own ?? assert.fail(path), pageId))
          assert.deepStrictEqual(statusAndCode(answer), refused, endpoint.identifier)
          assert.deepStrictEqual(answer.at("details"), { reason: "all_venues_required" }, endpoint.identifier)
        }
        // Ids of the body are looked up only for callers who may change the page.
        for (const [method, step, body] of [
          ["PATCH", "", { memberGate: { enabled: true, programId: "nothing" } }],
          ["PATCH", "", { blocks: [{ type: "offers", offerIds: ["nothing"] }] }],
          ["PATCH", "/theme", { themeKitId: "nothing" }],
          ["PUT", "/custom-domain", { customDomainId: "nothing" }],
          ["PUT", "/custom-domain", { customDomainId: null }]
        ] as const) {
          const headers = { ...key("PA_v1"), "idempotency-key": crypto.randomUUID() }
          const answer = yield* call(method, `/v1/partner/pages/${pageId}${step}`, { headers, body })
          assert.deepStrictEqual(statusAndCode(answer), refused, JSON.stringify(body))
        }
        assert.deepStrictEqual(yield* rows, before)
      })
  )

  it.effect("PAR-013: the document needs no credential and has exactly 110 operations, each a route", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const document = yield* call("GET", "/v1/partner/openapi.json")
      assert.strictEqual(document.status, 200)
      const methods = new Set(["get", "put", "post", "delete", "patch"])
      const operations = Object.entries(Service.recordOf(document.at("paths"))).flatMap(([path, item]) =>
        Service.keysOf(item)
          .filter((method) => methods.has(method))
          .map((method) => [method.toUpperCase(), path] as const)
      )
      assert.lengthOf(operations, 110)
      assert.sameMembers(
        operations.map(([method, path]) => `${method} /v1${path}`),
        endpoints.map(operationOf)
      )
      for (const [method, path] of operations) {
        const answer = yield* call(method, `/v1${path.replaceAll(/\{[^}]+\}/gu, "none")}`)
        assert.notInclude(["route_not_found", "method_not_allowed"], answer.at("code"), `${method} ${path}`)
      }
    })
  )

  it.effect("PAR-012: exactly 17 operations are labelled preview, in the document and in their responses", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const document = yield* call("GET", "/v1/partner/openapi.json")
      const labelled = Object.entries(Service.recordOf(document.at("paths"))).flatMap(([path, item]) =>
        Object.entries(Service.recordOf(item)).flatMap(([method, operation]) =>
          Service.at(operation, "x-preview") === true ? [`${method.toUpperCase()} /v1${path}`] : []
        )
      )
      assert.sameMembers(labelled, [...ofPages.map(operationOf), "GET /v1/partner/members/{externalId}"])
      assert.lengthOf(labelled, 17)
      assert.isNull(document.headers.get("x-hub-preview"))
      for (const endpoint of endpoints) {
        const answer = yield* call(endpoint.method, sampleOf(endpoint).path)
        const isPreview = labelled.includes(operationOf(endpoint))
        assert.strictEqual(answer.headers.get("x-hub-preview"), isPreview ? "true" : null, endpoint.identifier)
      }
      assert.includeMembers(Object.keys(partnerSamples), Object.keys(pageSamples))
    })
  )
})
