import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { Organizations } from "../../src/domain/organizations/Organizations.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { identityOrganizationId, organizationXid } from "../../src/demo/demoOrganizations.ts"
import * as OrganizationsLayer from "../../src/layers/repositories/OrganizationsLayer.ts"
import { twins } from "../support/twins.ts"

const dataset = demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z"))
const [a] = dataset.organizations

twins("Organizations", OrganizationsLayer, dataset, (it) => {
  it.effect("PAR-004: finds an organization only by its external id", () =>
    Effect.gen(function* () {
      const { find } = yield* Organizations
      assert.deepStrictEqual(yield* find(organizationXid("A")), Option.fromUndefinedOr(a))
      for (const unknown of ["1", "", identityOrganizationId("A"), organizationXid("A").toUpperCase()]) {
        assert.deepStrictEqual(yield* find(unknown), Option.none())
      }
    })
  )

  it.effect("lists organizations by slug, up to the limit", () =>
    Effect.gen(function* () {
      const { list } = yield* Organizations
      const slugs = (yield* list(100)).map(({ slug }) => slug)
      assert.deepStrictEqual(slugs, dataset.organizations.map(({ slug }) => slug).toSorted())
      assert.deepStrictEqual(
        (yield* list(2)).map(({ slug }) => slug),
        slugs.slice(0, 2)
      )
    })
  )

  it.effect("finds an organization by its exact slug", () =>
    Effect.gen(function* () {
      const { findBySlug, findBySlugForUpdate } = yield* Organizations
      for (const find of [findBySlug, (slug: string) => atomically(findBySlugForUpdate(slug))]) {
        assert.deepStrictEqual(yield* find("organization-a"), Option.fromUndefinedOr(a))
        for (const slug of ["organization-", "ORGANIZATION-A", organizationXid("A"), ""]) {
          assert.deepStrictEqual(yield* find(slug), Option.none())
        }
      }
    })
  )

  it.effect("A-44: maps the identity provider's id to the organization, per provider", () =>
    Effect.gen(function* () {
      const { findByIdentity } = yield* Organizations
      assert.deepStrictEqual(
        yield* findByIdentity("development", identityOrganizationId("A")),
        Option.fromUndefinedOr(a)
      )
      assert.deepStrictEqual(yield* findByIdentity("another", identityOrganizationId("A")), Option.none())
      assert.deepStrictEqual(yield* findByIdentity("development", organizationXid("A")), Option.none())
    })
  )
})
