import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Predicate, Schema } from "effect"
import { surfaces } from "../../../src/cli/server/application.ts"
import { brandDocumentId } from "../../../src/demo/demoBrands.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { PermissionMissing } from "../../../src/domain/access/requirePermissions.ts"
import { CursorInvalid } from "../../../src/domain/shared/Cursors.ts"
import { hubClient, using } from "../../support/http/clients.ts"
import { keyHeader, type KeyName, refused } from "../../support/messaging.ts"
import * as Service from "../../support/http/service.ts"

const base = "/api/external/v1"
const brands = `${base}/brands`

type ListQuery = Parameters<typeof hubClient.brands.listBrands>[0]["query"]

const list = (key: KeyName, query: Partial<ListQuery> = {}) =>
  hubClient.brands.listBrands({ query: { limit: 25, ...query } }).pipe(using(keyHeader(key)))

/** Like `list`, with a raw query string. */
const get = (key: KeyName, query = "") =>
  Service.Service.use(({ call }) => call("GET", `${brands}${query}`, { headers: keyHeader(key) }))

const cursorOf = ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor ?? assert.fail("no next page")
const names = (rows: ReadonlyArray<{ readonly name: string }>) => rows.map(({ name }) => name)

const keysOf = (value: unknown) => (Predicate.isObject(value) ? Object.keys(value) : [])

/** The part of an OpenAPI document's paths that is checked here. */
const Operation = Schema.Struct({ operationId: Schema.String, responses: Schema.Record(Schema.String, Schema.Unknown) })
const Paths = Schema.Record(Schema.String, Schema.Record(Schema.String, Operation))

/** Organization D's brands in the order of their names' bytes, then ids (HUB-023). */
const ordered = (data: ReturnType<typeof demoDataset>) =>
  data.brands
    .filter(({ organizationId }) => organizationId === 4)
    .toSorted(
      (a, b) =>
        Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) ||
        Buffer.compare(Buffer.from(a.documentId), Buffer.from(b.documentId))
    )
    .map(({ documentId }) => documentId)

layer(Service.layer({ environment: { HUB_LIMIT_HUB_KEY: "100000" } }))("listBrands", (it) => {
  it.effect("HUB-002, HUB-023: lists brands together with their venues", () =>
    Effect.gen(function* () {
      const { items, nextCursor } = yield* list("KH_brands")
      assert.deepStrictEqual(names(items), ["Brand A1", "Brand A2"])
      assert.deepStrictEqual(
        items.map(({ venues }) => names(venues)),
        [["Venue V1", "Venue V2"], ["Venue V3"]]
      )
      assert.isNull(nextCursor)
    })
  )

  it.effect("HUB-023, GEN-005: a brand and a venue have exactly these fields, times in ISO 8601 UTC", () =>
    Effect.gen(function* () {
      const answer = yield* get("KH_D", "?limit=100")
      const fields = ["id", "name", "slug", "status", "logoUrl", "venues", "createdAt", "updatedAt"]
      const venueFields = ["id", "name", "slug", "status", "type", "city", "country", "timezone"]
      for (const brand of answer.each("items")) {
        assert.deepStrictEqual(keysOf(brand), fields)
        for (const time of [Service.at(brand, "createdAt"), Service.at(brand, "updatedAt")]) {
          assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        }
        assert.include(["active", "inactive"], Service.at(brand, "status"))
        const logoUrl = Service.at(brand, "logoUrl")
        assert.isTrue(logoUrl === null || URL.canParse(String(logoUrl)))
        for (const venue of Service.each(brand, "venues")) {
          assert.deepStrictEqual(keysOf(venue), venueFields)
        }
      }
      const counts = answer.each("items", "venues.length").filter((count) => Number(count) > 0)
      assert.include(counts, 3)
      assert.include(answer.each("items", "status"), "inactive")
    })
  )

  it.effect("HUB-015, HUB-016: brands need their own permission and no grant", () =>
    Effect.gen(function* () {
      for (const key of ["KH_brands", "KH_widget", "KH_grant_off", "KH_all"] as const) {
        assert.isArray((yield* list(key)).items, key)
      }
      for (const key of ["KH_threads", "KH_actions", "KH_events", "KH_claim", "KH_messaging"] as const) {
        const body = refused(yield* get(key), 403, "permission_denied")
        assert.deepStrictEqual(body["details"], { requiredPermissions: ["hub:api:brands:read"] }, key)
        const missing = new PermissionMissing({ requiredPermissions: ["hub:api:brands:read"] })
        assert.deepStrictEqual(yield* Effect.flip(list(key)), missing, key)
      }
      const messaging = yield* Service.Service.use(({ call }) =>
        call("GET", `${base}/messaging?scope=ws-a-main`, { headers: keyHeader("KH_brands") })
      )
      assert.strictEqual(messaging.status, 403, messaging.text)
    })
  )

  it.effect("HUB-017: a page has 25 brands by default, or any limit from 1 to 100", () =>
    Effect.gen(function* () {
      const plain = yield* get("KH_D")
      assert.strictEqual(plain.each("items").length, 25)
      assert.isString(plain.at("nextCursor"))
      for (const [limit, count] of [
        ["1", 1],
        ["30", 30],
        ["100", 30],
        ["07", 7]
      ] as const) {
        assert.strictEqual((yield* get("KH_D", `?limit=${limit}`)).each("items").length, count, limit)
      }
      assert.strictEqual((yield* get("KH_D", "?limit=30")).at("nextCursor"), null)
    })
  )

  it.effect("HUB-017, A-99: refuses any other limit and names the parameter", () =>
    Effect.gen(function* () {
      const bad = ["0", "101", "-1", "2.5", "abc", "", "1e2", "%2B5", "5.0", "%205", "5%20", "5%0A", "%D9%A5", "0x5"]
      for (const limit of [...bad, "9".repeat(30), "1&limit=2", "1,2", "NaN", "Infinity"]) {
        const body = refused(yield* get("KH_D", `?limit=${limit}`), 400, "invalid_parameter")
        assert.deepStrictEqual(
          [Service.at(body, "errors.0.field"), Service.at(body, "errors.0.in")],
          ["limit", "query"],
          limit
        )
      }
    })
  )

  it.effect("HUB-089: reports all invalid query parameters at once", () =>
    Effect.gen(function* () {
      const body = refused(yield* get("KH_D", `?limit=0&cursor=${"x".repeat(513)}`), 400, "invalid_parameter")
      assert.sameMembers(Array.from(Service.each(body, "errors", "field")), ["limit", "cursor"])
    })
  )

  it.effect("HUB-018, HUB-020: an unissued cursor is invalid_cursor; one over 512 characters, invalid_parameter", () =>
    Effect.gen(function* () {
      for (const cursor of ["x".repeat(512), "%25%25%25", "c1.", `c1.${"A".repeat(40)}`, "zzz", "%00", "null"]) {
        refused(yield* get("KH_D", `?cursor=${cursor}`), 400, "invalid_cursor")
      }
      for (const cursor of ["", "x".repeat(513), "x&cursor=y"]) {
        const body = refused(yield* get("KH_D", `?cursor=${cursor}`), 400, "invalid_parameter")
        assert.strictEqual(Service.at(body, "errors.0.field"), "cursor")
      }
    })
  )

  it.effect("HUB-020: a cursor with one character changed, cut or added is invalid", () =>
    Effect.gen(function* () {
      const cursor = cursorOf(yield* list("KH_D", { limit: 7 }))
      assert.isAtMost(cursor.length, 512)
      const changed = [...cursor].map(
        (char, i) => `${cursor.slice(0, i)}${char === "A" ? "B" : "A"}${cursor.slice(i + 1)}`
      )
      for (const other of [...changed, cursor.slice(0, -1), `${cursor}A`, `${cursor}%3D`, `${cursor}%0A`]) {
        refused(yield* get("KH_D", `?cursor=${other}`), 400, "invalid_cursor")
      }
    })
  )

  it.effect("HUB-020: a cursor of one organization is invalid for another", () =>
    Effect.gen(function* () {
      const cursor = cursorOf(yield* list("KH_D", { limit: 7 }))
      for (const key of ["KH_B", "KH_all", "KH_C"] as const) {
        refused(yield* get(key, `?cursor=${encodeURIComponent(cursor)}`), 400, "invalid_cursor")
        assert.instanceOf(yield* Effect.flip(list(key, { cursor })), CursorInvalid)
      }
      yield* list("KH_D", { cursor })
    })
  )

  it.effect("HUB-019, HUB-023: pages return every brand once, in the order of their names' bytes, then ids", () =>
    Effect.gen(function* () {
      const expected = ordered(demoDataset(yield* DateTime.now))
      for (const limit of [7, 1, 30, 29]) {
        const seen: Array<string> = []
        let page = yield* list("KH_D", { limit })
        for (;;) {
          seen.push(...page.items.map(({ id }) => id))
          if (page.nextCursor === null) break
          assert.strictEqual(page.items.length, limit)
          page = yield* list("KH_D", { limit, cursor: page.nextCursor })
        }
        assert.deepStrictEqual(seen, expected, String(limit))
      }
    })
  )

  it.effect("HUB-021: an organization without brands has one empty page", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* list("KH_C"), { items: [], nextCursor: null })
    })
  )

  it.effect("HUB-005, GEN-003: the organization comes from the key alone", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const b = organizationXid("B")
      const plain = yield* get("KH_all")
      const selected = yield* call("GET", `${brands}?organizationId=${b}&orgId=${b}&organization=${b}`, {
        headers: { ...keyHeader("KH_all"), "x-organization-id": b, "x-emulate-org-id": b }
      })
      assert.strictEqual(selected.text, plain.text)
      assert.notInclude(plain.text, brandDocumentId("B1"))
      assert.deepStrictEqual(
        (yield* list("KH_B")).items.map(({ id }) => id),
        [brandDocumentId("B1")]
      )
      for (const path of [`/orgs/${b}/brands`, `/orgs/${b}/messaging`, `/organizations/${b}/brands`]) {
        assert.strictEqual((yield* call("GET", `${base}${path}`, { headers: keyHeader("KH_all") })).status, 404, path)
      }
    })
  )

  it.effect("HUB-001: brands cannot be written; other methods are 405 with Allow", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const answer = yield* call(method, brands, { headers: keyHeader("KH_all"), body: { name: "Mine" } })
        refused(answer, 405, "method_not_allowed")
        assert.strictEqual(answer.headers.get("allow"), "GET, HEAD")
        assert.strictEqual((yield* call(method, `${brands}/${brandDocumentId("A1")}`)).status, 404)
      }
    })
  )

  it.effect("HUB-007, GEN-001: the API is under /api/external/v1 and nowhere else", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      for (const path of ["/api/external/v2/brands", "/api/external/brands", "/api/external/v1", base.slice(0, -1)]) {
        const answer = yield* call("GET", path, { headers: keyHeader("KH_all") })
        refused(answer, 404, "not_found")
        assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
      }
      for (const path of ["/brands", "/api/brands", "/v1/brands", "/external/v1/brands"]) {
        assert.strictEqual((yield* call("GET", path, { headers: keyHeader("KH_all") })).status, 404, path)
      }
    })
  )

  it.effect("HUB-088: a problem's instance is the request path without the query", () =>
    Effect.gen(function* () {
      const body = refused(yield* get("KH_all", "?limit=0&note=secret"), 400, "invalid_parameter")
      assert.strictEqual(body["instance"], brands)
      assert.strictEqual(body["type"], "urn:hub:problem:invalid_parameter")
      assert.notInclude(JSON.stringify(body), "secret")
    })
  )

  it.effect("GEN-008, GEN-006: unknown query parameters change nothing", () =>
    Effect.gen(function* () {
      const plain = yield* get("KH_all")
      for (const query of ["?foo=bar", "?limit=25&Limit=0", "?__proto__=1&constructor=2", "?&&==&%zz", "?cursors=x"]) {
        const answer = yield* get("KH_all", query)
        assert.deepStrictEqual([answer.status, answer.text], [200, plain.text], query)
      }
    })
  )

  it.effect("HUB-008, HUB-021, HUB-087: the public OpenAPI document has version 1.1.0 and names these statuses", () =>
    Effect.gen(function* () {
      const { call } = yield* Service.Service
      const answer = yield* call("GET", `${base}/openapi.json`)
      assert.strictEqual(answer.status, 200)
      assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
      assert.match(String(answer.at("openapi")), /^3\.1\./)
      assert.strictEqual(answer.at("info.version"), "1.1.0")
      const paths = Schema.decodeUnknownSync(Paths)(answer.at("paths"))
      assert.hasAllKeys(paths, ["/brands", "/messaging"])
      const operations = Object.values(paths).flatMap((item) => Object.values(item))
      assert.sameMembers(
        operations.map(({ operationId }) => operationId),
        ["listBrands", "readMessaging", "transitionAction"]
      )
      const statuses = ["200", "400", "401", "403", "429", "431", "500", "502", "503"]
      assert.hasAllKeys(paths["/brands"]?.["get"]?.responses, statuses)
      for (const method of ["get", "post"]) {
        const ofMessaging = ["200", "400", "401", "403", "404", "409", "429", "431", "500", "503"]
        assert.hasAllKeys(paths["/messaging"]?.[method]?.responses, ofMessaging, method)
      }
      assert.deepStrictEqual(surfaces.find(({ name }) => name === "hub")?.prefixes, ["/api/external"])
    })
  )
})
