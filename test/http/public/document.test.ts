import { assert, describe, it } from "@effect/vitest"
import { Record } from "effect"
import { OpenApi } from "effect/http-api"
import { surfaces } from "../../../src/cli/server/application.ts"
import { MemberApi } from "../../../src/http/member/MemberApi.ts"
import { PublicApi } from "../../../src/http/public/PublicApi.ts"
import { isWrite } from "../../../src/http/surface/Verb.ts"
import { at, keysOf } from "../../support/http/service.ts"

const open = OpenApi.fromApi(PublicApi)
const member = OpenApi.fromApi(MemberApi)

const writes = new Set(
  surfaces
    .flatMap(({ endpoints }) => endpoints)
    .filter(isWrite)
    .map(({ identifier }) => identifier)
)

const operations = (document: OpenApi.OpenAPISpec) =>
  Record.fromEntries(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation): [string, unknown] => [String(at(operation, "operationId")), operation])
    )
  )

const statuses = (operation: unknown) => keysOf(at(operation, "responses")).toSorted()

describe("OpenAPI documents of the member and public APIs", () => {
  it("PUB-019: each has its own surface's paths only; the public one is served under /v1", () => {
    assert.include(Object.keys(member.paths), "/members/me")
    for (const path of Object.keys(member.paths)) assert.match(path, /^\/members\//)
    assert.deepStrictEqual(Object.keys(open.paths).toSorted(), [
      "/public/properties/by-slug/{slug}",
      "/public/properties/{propertyId}",
      "/public/reservations/legacy/{documentId}/resolve"
    ])
    assert.deepStrictEqual(at(open, "servers"), [{ url: "/v1" }])
  })

  it("PUB-001, MEM-001: every member operation requires memberToken, no public one requires a credential", () => {
    for (const operation of Object.values(operations(member))) {
      assert.deepStrictEqual(at(operation, "security"), [{ memberToken: [] }])
    }
    for (const operation of Object.values(operations(open))) assert.deepStrictEqual(at(operation, "security"), [])
  })

  it("PUB-012, MEM-007: operations list the statuses that they can return", () => {
    assert.deepStrictEqual(Record.map(operations(open), statuses), {
      getPublicProperty: ["200", "304", "400", "404", "429", "431", "500", "503"],
      getPublicPropertyBySlug: ["200", "304", "400", "404", "429", "431", "500", "503"],
      resolveLegacyReservation: ["200", "400", "404", "429", "431", "500", "503"]
    })
    for (const [id, operation] of Object.entries(operations(member))) {
      const all = statuses(operation)
      assert.includeMembers(all, ["401", "429", "431", "500", "503"], id)
      assert.lengthOf(
        all.filter((status) => status.startsWith("2")),
        1,
        id
      )
      const takesBody = at(operation, "requestBody") !== undefined
      // A write without a body ignores one, up to the size limit.
      assert.strictEqual(all.includes("413"), takesBody || writes.has(id), `${id} 413`)
      assert.strictEqual(all.includes("415"), takesBody, `${id} 415`)
    }
    assert.deepStrictEqual(statuses(operations(member).getMemberProfile), ["200", "401", "429", "431", "500", "503"])
  })

  it("PUB-013, PUB-017: the legacy operation is deprecated and has a failure schema of its own", () => {
    const { getPublicProperty, resolveLegacyReservation } = operations(open)
    assert.isTrue(at(resolveLegacyReservation, "deprecated"))
    // 431 precedes routing.
    for (const status of statuses(resolveLegacyReservation).filter((one) => one !== "431")) {
      assert.isDefined(at(resolveLegacyReservation, `responses.${status}.headers.Deprecation`), status)
      assert.isUndefined(at(getPublicProperty, `responses.${status}.headers.Deprecation`), status)
    }
    assert.deepStrictEqual(at(open, "components.schemas.LegacyFailure.required"), [
      "statusCode",
      "message",
      "code",
      "error"
    ])
    assert.deepStrictEqual(at(open, "components.schemas.Failure.required"), ["statusCode", "message", "code"])
    assert.include(JSON.stringify(at(resolveLegacyReservation, "responses.404")), "schemas/LegacyFailure")
    assert.include(JSON.stringify(at(getPublicProperty, "responses.404")), "schemas/Failure")
  })

  it("PUB-002, PUB-005: property operations document ETag, Cache-Control, If-None-Match and limit headers", () => {
    for (const id of ["getPublicProperty", "getPublicPropertyBySlug"]) {
      const operation = operations(open)[id]
      for (const status of ["200", "304"]) {
        for (const header of ["ETag", "Cache-Control", "X-RateLimit-Limit", "RateLimit", "X-Request-ID"]) {
          assert.isDefined(at(operation, `responses.${status}.headers.${header}`), `${status} ${header}`)
        }
      }
      assert.isUndefined(at(operation, "responses.304.content"))
      assert.isUndefined(at(operation, "responses.404.headers.ETag"))
      const parameters = at(operation, "parameters")
      const names = Array.isArray(parameters) ? parameters.map((parameter) => at(parameter, "name")) : []
      assert.include(names, "If-None-Match")
    }
    assert.isUndefined(at(operations(open).resolveLegacyReservation, "responses.304"))
  })

  it("PUB-011, PUB-003: documentId and hydrate have patterns", () => {
    const { getPublicProperty, resolveLegacyReservation } = operations(open)
    assert.strictEqual(at(resolveLegacyReservation, "parameters.0.schema.pattern"), "^[A-Za-z0-9]{24}$")
    const hydrate = at(getPublicProperty, "parameters.1")
    assert.strictEqual(at(hydrate, "name"), "hydrate")
    const pattern = new RegExp(String(at(hydrate, "schema.items.pattern")), "u")
    assert.match("restaurants,keyFeatures", pattern)
    assert.notMatch("rooms", pattern)
  })

  it("PUB-019: shared schemas are identical and operation ids unique, so that both can be merged", () => {
    const [ours, theirs] = [member.components.schemas, open.components.schemas]
    const shared = Object.keys(ours).filter((name) => name in theirs)
    assert.sameMembers(shared, ["Failure", "FieldError"])
    for (const name of shared) assert.deepStrictEqual(ours[name], theirs[name])
    for (const name of [...Object.keys(ours), ...Object.keys(theirs)]) assert.notMatch(name, /_\d+$/)
    const ids = [...Object.keys(operations(member)), ...Object.keys(operations(open))]
    assert.strictEqual(new Set(ids).size, ids.length)
  })
})
