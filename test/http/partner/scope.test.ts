import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { brandDocumentId } from "../../../src/demo/demoBrands.ts"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { scopeKeys } from "../../../src/demo/scopeKeys.ts"
import { partnerKeys } from "../../../src/demo/demoPartnerKeys.ts"
import { partnerScopes } from "../../../src/domain/access/partnerScopes.ts"
import { partnerClient, using } from "../../support/http/clients.ts"
import { key, operator, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { properties: demoProperties } = demoDataset(Effect.runSync(DateTime.now))
const { organizations, venues } = demoIds
const ofA = [venues.V1, venues.V2, venues.V3]

const scopeOf = (headers: Readonly<Record<string, string>>) => partnerClient.scope.getScope().pipe(using(headers))
const venueIds = (scope: { readonly venues: ReadonlyArray<{ readonly id: string }> }) =>
  scope.venues.map(({ id }) => id)

layer(Service.layer())("getScope", (it) => {
  it.effect("PAR-014, PAR-015: returns organization, venues by name, scopes, level and environment of a key", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* scopeOf(key("PA")), {
        organization: { id: organizations.A, name: "Organization A", slug: "organization-a" },
        venues: [
          { id: venues.V1, name: "Venue V1", brandId: brandDocumentId("A1"), timezone: "Europe/Lisbon" },
          { id: venues.V2, name: "Venue V2", brandId: brandDocumentId("A1"), timezone: "America/New_York" },
          { id: venues.V3, name: "Venue V3", brandId: brandDocumentId("A2"), timezone: "Asia/Tokyo" }
        ],
        allVenues: true,
        scopes: [...partnerScopes],
        authLevel: "partner",
        environment: "sandbox",
        emulation: null
      })
    })
  )

  it.effect("PAR-002, PAR-014: a restricted key gets only the venues it reaches, with allVenues false", () =>
    Effect.gen(function* () {
      const scope = yield* scopeOf(key("PA_v1"))
      assert.deepStrictEqual(venueIds(scope), [venues.V1])
      assert.isFalse(scope.allVenues)
      assert.strictEqual(scope.organization?.id, organizations.A)
    })
  )

  it.effect("PAR-014, PAR-015: needs no particular scope, and lists exactly the one each key holds", () =>
    Effect.gen(function* () {
      const secrets = new Map(Object.entries(partnerKeys))
      for (const [name, scope] of Object.entries(scopeKeys)) {
        const { scopes } = yield* scopeOf({ "x-api-key": secrets.get(name) ?? "" })
        assert.deepStrictEqual(scopes, [scope], name)
      }
    })
  )

  it.effect("PAR-001, PAR-014: a key of another organization gets that organization and its venues", () =>
    Effect.gen(function* () {
      const scope = yield* scopeOf(key("PB"))
      assert.strictEqual(scope.organization?.id, organizations.B)
      assert.deepStrictEqual(venueIds(scope), [venues.W1])
    })
  )

  it.effect("PAR-014, PAR-091: a key of level service is 403, with rate limit headers", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const answer = yield* get("/scope", key("PA_service"))
      assert.deepStrictEqual(
        [...statusAndCode(answer), answer.at("type")],
        [403, "auth_level_not_allowed", "permission_error"]
      )
      assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "600")
    })
  )

  it.effect("PAR-014, PAR-015: an operator gets their organization; one without gets null and no venues", () =>
    Effect.gen(function* () {
      const own = yield* scopeOf(yield* operator("OT_A"))
      assert.strictEqual(own.authLevel, "operator")
      assert.strictEqual(own.organization?.id, organizations.A)
      assert.deepStrictEqual(venueIds(own), ofA)
      for (const unassigned of [yield* operator("OT_noorg"), yield* operator("OT_A", { organization: undefined })]) {
        const scope = yield* scopeOf(unassigned)
        assert.deepInclude(scope, { organization: null, venues: [], allVenues: false })
      }
    })
  )

  it.effect("PAR-015, A-31: global staff get every venue, or the organization in organizationId and its venues", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      for (const staff of [key("PADM"), yield* operator("OT_staff")]) {
        const all = yield* scopeOf(staff)
        assert.deepStrictEqual([all.organization, all.allVenues], [null, true])
        assert.sameMembers(
          venueIds(all),
          demoProperties.map(({ documentId }) => documentId)
        )
        const ofB = yield* get(`/scope?organizationId=${organizations.B}`, staff)
        assert.strictEqual(ofB.at("organization.id"), organizations.B)
        assert.deepStrictEqual(ofB.each("venues", "id"), [venues.W1])
      }
      assert.strictEqual((yield* scopeOf(key("PADM"))).authLevel, "admin")
    })
  )

  it.effect("GEN-004: no id is a number", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const { text } = yield* get("/scope", key("PADM"))
      assert.notMatch(text, /"(id|[a-zA-Z]*Id)":\s*\d/)
    })
  )
})
