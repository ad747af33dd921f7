import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { integrationIds, integrationXid } from "../../src/demo/demoIntegrations.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { Integrations } from "../../src/domain/access/Integrations.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import * as IntegrationsLayer from "../../src/layers/repositories/IntegrationsLayer.ts"
import { twins } from "../support/twins.ts"

const demo = demoWithoutCities(DateTime.makeUnsafe("2026-03-01T12:00:00Z"))

twins("Integrations", IntegrationsLayer, { ...demo, integrations: demo.integrations.toReversed() }, (it) => {
  it.effect("lists the integrations of one organization, oldest first", () =>
    Effect.gen(function* () {
      const { list } = yield* Integrations
      assert.deepStrictEqual(yield* list(organizationIds.B), [
        {
          id: integrationIds.organizationB,
          organizationId: organizationIds.B,
          xid: integrationXid("organizationB"),
          name: "Integration Main of B",
          origin: "settings"
        }
      ])
      const ofA = (yield* list(organizationIds.A)).map(({ id }) => id)
      assert.deepStrictEqual(ofA, [201, 202, 203, 204, 205, 206, 207, 208, 209])
      assert.deepStrictEqual(yield* list(OrganizationId.make(4711)), [])
    })
  )
})
