import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readBootstrap } from "../../../src/domain/bootstrap/readBootstrap.ts"

const organization = { slug: "one", name: "One" }
const place = {
  type: "hotel",
  timezone: "Europe/Lisbon",
  city: "Lisbon",
  country: "Portugal",
  latitude: 38.7,
  longitude: -9.1
}

const pathsOf = (content: unknown) =>
  Effect.map(Effect.flip(readBootstrap(content)), ({ problems }) => problems.map(({ path }) => path))

describe("a bootstrap file", () => {
  it.effect("needs an organization only", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readBootstrap({ organization }), { organization })
    })
  )

  it.effect("is refused with all of its mistakes at once, each with its path", () =>
    Effect.gen(function* () {
      const paths = yield* pathsOf({
        organization: { slug: "Not A Slug", nmae: "One" },
        brands: [{ slug: "a", name: "" }],
        venues: [
          { ...place, slug: "a", brand: "a", name: "A", timezone: "Europe/Lisbn" },
          { ...place, slug: "b", brand: "a", name: "B", latitude: 91, starRating: 6 }
        ],
        integrations: [{ id: "i", name: "I", grants: [{ workspace: "w", permissions: ["hub:api:everything"] }] }],
        program: { name: "P", tiers: [{ level: 0, name: "T", qualifyingPoints: -1, multiplier: 1.255 }] },
        operators: [{ subject: "s", name: "S", email: "nobody" }],
        venue: []
      })
      assert.sameMembers(paths, [
        "organization.slug",
        "organization.name",
        "organization.nmae",
        "brands[0].name",
        "venues[0].timezone",
        "venues[1].latitude",
        "venues[1].starRating",
        "integrations[0].grants[0].permissions[0]",
        "program.tiers[0].level",
        "program.tiers[0].qualifyingPoints",
        "program.tiers[0].multiplier",
        "operators[0].email",
        "venue"
      ])
    })
  )

  it.effect("grants messaging permissions only: listing brands needs no grant", () =>
    Effect.gen(function* () {
      const permissions = ["hub:api:threads:read", "hub:api:brands:read"]
      const paths = yield* pathsOf({
        organization,
        workspaces: [{ id: "w", name: "W" }],
        integrations: [{ id: "i", name: "I", grants: [{ workspace: "w", permissions }] }]
      })
      assert.deepStrictEqual(paths, ["integrations[0].grants[0].permissions[1]"])
    })
  )

  it.effect(
    "accepts the time zones of IANA, and neither offsets nor abbreviations, which databases read differently",
    () =>
      Effect.gen(function* () {
        const read = (...timezones: ReadonlyArray<string>) =>
          pathsOf({
            organization: { slug: "Not A Slug", name: "One" },
            brands: [{ slug: "a", name: "A" }],
            venues: timezones.map((timezone, n) => ({ ...place, slug: `v${n}`, brand: "a", name: "A", timezone }))
          })
        const valid = [
          "Asia/Kathmandu",
          "America/Argentina/Ushuaia",
          "Etc/GMT-14",
          "UTC",
          "CET",
          "EST5EDT",
          "Singapore"
        ]
        assert.deepStrictEqual(yield* read(...valid), ["organization.slug"])
        for (const other of ["+01:00", "-0330", "+01", "IST", "BST", "ECT", "sst", "Z", ""]) {
          assert.deepStrictEqual(yield* read(other), ["organization.slug", "venues[0].timezone"], other)
        }
      })
  )

  it.effect(
    "is refused for duplicate keys, dangling references, and a tier that requires fewer points than the one below",
    () =>
      Effect.gen(function* () {
        const grants = [
          { workspace: "w", permissions: [], teams: ["t", "u"] },
          { workspace: "v", permissions: [] }
        ]
        const identity = { provider: "p", organizationId: "o" }
        const paths = yield* pathsOf({
          organization: { ...organization, identities: [identity, identity] },
          brands: [
            { slug: "a", id: "same", name: "A" },
            { slug: "a", id: "same", name: "B" }
          ],
          venues: [
            { ...place, slug: "a", id: "same", brand: "a", name: "A" },
            { ...place, slug: "a", id: "same", brand: "b", name: "B" }
          ],
          workspaces: [{ id: "w", name: "W", teams: [{ id: "t", name: "T" }] }],
          integrations: [{ id: "i", name: "I", grants }],
          program: {
            name: "P",
            tiers: [
              { level: 2, name: "Two", qualifyingPoints: 5 },
              { level: 1, name: "One", qualifyingPoints: 10 },
              { level: 2, name: "Too", qualifyingPoints: 20 }
            ]
          },
          operators: [
            { subject: "s", name: "S", email: "s@example.com", venues: ["a", "c"] },
            { subject: "s", name: "S", email: "s@example.com" }
          ]
        })
        assert.sameMembers(paths, [
          "organization.identities[1].organizationId",
          "brands[1].slug",
          "brands[1].id",
          "venues[1].slug",
          "venues[1].id",
          "venues[1].brand",
          "integrations[0].grants[0].teams[1]",
          "integrations[0].grants[1].workspace",
          "program.tiers[2].level",
          "program.tiers[0].qualifyingPoints",
          "operators[0].venues[1]",
          "operators[1].subject"
        ])
      })
  )

  it.effect("is refused for values that a list repeats, since amenities are counted and shown once for each", () =>
    Effect.gen(function* () {
      const paths = yield* pathsOf({
        organization,
        brands: [{ slug: "a", name: "A" }],
        venues: [{ ...place, slug: "a", brand: "a", name: "A", amenities: ["wifi", "pool", "wifi"], tags: ["x", "x"] }],
        workspaces: [{ id: "w", name: "W", teams: [{ id: "t", name: "T" }] }],
        integrations: [
          {
            id: "i",
            name: "I",
            grants: [
              { workspace: "w", permissions: ["hub:api:threads:read", "hub:api:threads:read"], teams: ["t", "t"] }
            ]
          }
        ],
        operators: [
          {
            subject: "s",
            name: "S",
            email: "s@example.com",
            permissions: ["hub:guests:read", "hub:guests:read"],
            teams: ["t", "t"],
            venues: ["a", "a"]
          }
        ]
      })
      assert.sameMembers(paths, [
        "venues[0].amenities[2]",
        "venues[0].tags[1]",
        "integrations[0].grants[0].permissions[1]",
        "integrations[0].grants[0].teams[1]",
        "operators[0].permissions[1]",
        "operators[0].teams[1]",
        "operators[0].venues[1]"
      ])
    })
  )

  it.effect("is refused for brands whose cursor would be too long, and for NUL characters", () =>
    Effect.gen(function* () {
      const paths = yield* pathsOf({
        organization: { ...organization, name: "A\0" },
        brands: [
          { slug: "a", id: "i".repeat(50), name: "A" },
          { slug: "b", name: "\u9152".repeat(101) },
          { slug: "c", name: "C", description: "\0" }
        ]
      })
      assert.sameMembers(paths, ["organization.name", "brands[0].id", "brands[1].name", "brands[2].description"])
    })
  )

  it.effect("has its first 50 problems reported and the rest counted", () =>
    Effect.gen(function* () {
      const brands = Array.from({ length: 70 }, () => ({ slug: "", name: "A" }))
      const { message, problems } = yield* Effect.flip(readBootstrap({ organization, brands }))
      assert.isAtLeast(problems.length, 70)
      assert.lengthOf(message.split("\n"), 52)
      assert.include(message, `and ${problems.length - 50} more`)
    })
  )

  it.effect("is refused when it is not an object", () =>
    Effect.gen(function* () {
      for (const content of [null, "text", [], 1]) {
        assert.deepStrictEqual(yield* pathsOf(content), [""])
      }
    })
  )

  it.effect("is refused for tiers and earning rules that the Partner API refuses", () =>
    Effect.gen(function* () {
      const rule = { category: "stay", currency: "EUR", pointsPerUnit: 1 }
      const paths = yield* pathsOf({
        organization,
        program: {
          name: "n".repeat(101),
          tiers: [{ level: 1, name: "T", qualifyingPoints: 0, qualifyingNights: 3651 }],
          earning: {
            effectiveFrom: "2026-01-01",
            rules: [
              { ...rule, pointsPerUnit: 10_001 },
              { ...rule, currency: "CHF", pointsPerUnit: 0.12345 },
              { ...rule, currency: "USD", minSpend: -1 }
            ]
          }
        }
      })
      assert.sameMembers(paths, [
        "program.name",
        "program.tiers[0].qualifyingNights",
        "program.earning.rules[0].pointsPerUnit",
        "program.earning.rules[1].pointsPerUnit",
        "program.earning.rules[2].minSpend"
      ])
      assert.deepStrictEqual(
        yield* pathsOf({
          organization,
          program: { name: "P", earning: { effectiveFrom: "2026-01-01", rules: [rule, rule] } }
        }),
        ["program.earning.rules[1].category"]
      )
    })
  )
})
