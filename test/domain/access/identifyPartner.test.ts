import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { AccessTokens } from "../../../src/domain/access/AccessTokens.ts"
import { Credentials } from "../../../src/domain/access/Credentials.ts"
import { identifyPartner } from "../../../src/domain/access/identifyPartner.ts"
import { everywhere, nowhere } from "../../../src/domain/access/Reach.ts"
import { type Operator, OperatorId } from "../../../src/domain/operators/Operator.ts"
import { Operators } from "../../../src/domain/operators/Operators.ts"
import { type Organization, OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import { Organizations } from "../../../src/domain/organizations/Organizations.ts"
import { rateLimitPolicies } from "../../../src/domain/ratelimit/rateLimitPolicies.ts"
import { Deployment } from "../../../src/domain/shared/Deployment.ts"

const organization = (id: number, status: Organization["status"] = "active"): Organization => ({
  id: OrganizationId.make(id),
  xid: `org-${id}`,
  name: `Organization ${id}`,
  slug: `org-${id}`,
  status,
  messagingActivatedAt: null
})

const organizations: Readonly<Record<string, Organization>> = {
  org_1: organization(1),
  org_2: organization(2),
  org_asleep: organization(3, "suspended")
}

/** The caller of a token with the provider's organization id `claimed`; `change` overrides fields of the operator. */
const identify = (change: Partial<Operator>, claimed: string | undefined) =>
  identifyPartner({ apiKey: undefined, authorization: "Bearer token" }).pipe(
    Effect.provide(
      Layer.mergeAll(
        Layer.succeed(AccessTokens, {
          verify: () =>
            Effect.succeed({
              subject: "operator",
              expiresAt: DateTime.makeUnsafe("2030-01-01T00:00:00Z"),
              emailVerified: true,
              permissions: ["partner:arrivals:read"],
              organization: claimed,
              orgId: "none",
              clientId: "none",
              scopes: []
            })
        }),
        Layer.succeed(Operators, {
          findById: () => Effect.succeedNone,
          find: () =>
            Effect.succeedSome({
              id: OperatorId.make(1),
              organizationId: null,
              identitySubject: "operator",
              name: "Operator One",
              email: "operator@example.com",
              role: "operator",
              isStaff: false,
              globalScope: false,
              allVenues: true,
              venueIds: [],
              permissions: [],
              status: "active",
              updatedAt: DateTime.makeUnsafe("2026-05-10T12:00:00Z"),
              ...change
            })
        }),
        Layer.succeed(Organizations, {
          findById: () => Effect.succeedNone,
          find: () => Effect.succeedNone,
          findBySlug: () => Effect.succeedNone,
          findBySlugForUpdate: () => Effect.succeedNone,
          list: () => Effect.succeed([]),
          findByIdentity: (_provider, id) => Effect.succeed(Option.fromUndefinedOr(organizations[id]))
        }),
        Layer.succeed(Credentials, {
          find: () => Effect.succeedNone,
          markUsed: () => Effect.void,
          changing: () => Effect.void,
          forget: Effect.void
        }),
        Layer.succeed(Deployment, {
          environment: "development",
          publicUrl: undefined,
          address: "http://localhost:3000",
          messagingEnabled: true,
          limits: rateLimitPolicies(),
          bodyLimitBytes: 1024,
          requestTimeoutMs: 1000,
          metricsToken: undefined,
          edge: { hostname: "edge.example", ownHostname: "hub.example", token: undefined },
          assistant: undefined,
          identityProviderName: "the provider"
        })
      )
    ),
    Effect.map(({ caller }) => caller)
  )

const staff = { isStaff: true, globalScope: true } as const

it.effect("PAR-004, A-31: global staff with a token of no organization reach all organizations", () =>
  Effect.gen(function* () {
    const caller = yield* identify(staff, undefined)
    assert.deepStrictEqual([caller.globalScope, caller.reach, caller.organization], [true, everywhere, null])
  })
)

it.effect("PAR-004, A-44: a token of an organization limits every operator, including global staff, to it", () =>
  Effect.gen(function* () {
    for (const operator of [{}, staff]) {
      const caller = yield* identify(operator, "org_1")
      assert.deepStrictEqual([caller.globalScope, caller.organization?.xid], [false, "org-1"])
      assert.deepStrictEqual(caller.reach, { organizationIds: [OrganizationId.make(1)], venueIds: "all" })
    }
  })
)

it.effect("PAR-004, PAR-094: a token of an unknown or suspended organization reaches nothing", () =>
  Effect.gen(function* () {
    for (const claimed of ["org_unknown", "org_asleep"]) {
      for (const operator of [{}, staff]) {
        const caller = yield* identify(operator, claimed)
        assert.deepStrictEqual([caller.globalScope, caller.organization, caller.reach], [false, null, nowhere], claimed)
      }
    }
  })
)

it.effect("PAR-004, PAR-094: an operator of one organization reaches nothing with a token of another or of none", () =>
  Effect.gen(function* () {
    for (const operator of [{}, staff].map((one) => ({ ...one, organizationId: OrganizationId.make(1) }))) {
      assert.strictEqual((yield* identify(operator, "org_1")).organization?.xid, "org-1")
      for (const claimed of ["org_2", undefined]) {
        const caller = yield* identify(operator, claimed)
        assert.deepStrictEqual([caller.globalScope, caller.organization, caller.reach], [false, null, nowhere])
      }
    }
  })
)
