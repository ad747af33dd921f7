import { assert } from "@effect/vitest"
import { BigDecimal, DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { demoWithoutCities } from "../../support/datasets/demoWithoutCities.ts"
import { operatorSubject } from "../../../src/demo/demoOperators.ts"
import { identityOrganizationId, organizationXid } from "../../../src/demo/demoOrganizations.ts"
import { venueDocumentId, venueSlug } from "../../../src/demo/venues.ts"
import { AuditLog } from "../../../src/domain/audit/AuditLog.ts"
import type { Bootstrap } from "../../../src/domain/bootstrap/Bootstrap.ts"
import { importBootstrap, planBootstrap } from "../../../src/domain/bootstrap/importBootstrap.ts"
import { readBootstrap } from "../../../src/domain/bootstrap/readBootstrap.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { createOrganization } from "../../../src/domain/organizations/createOrganization.ts"
import { atTime } from "../../support/atTime.ts"
import { bootstrapTwin } from "../../support/bootstrapTwin.ts"
import { twins } from "../../support/twins.ts"

const example = readFileSync(new URL("../../../docs/bootstrap.example.yaml", import.meta.url), "utf8")

/** The example file under another name, so that tests share no rows. */
const fileOf = (name: string) => readBootstrap(parse(example.replaceAll("example", name)))

const random = Effect.provide(SecureRandom.layerWebCrypto)
const run = (file: Bootstrap) => random(importBootstrap(file))

const outcomesOf = ({ results }: Effect.Success<ReturnType<typeof run>>) => [
  ...new Set(results.map(({ outcome }) => outcome))
]

const organizationOf = Effect.fnUntraced(function* (slug: string) {
  const store = yield* RowStore
  const found = Option.getOrThrow(yield* store.of("organizations").find({ slug }))
  return { found, store, organizationId: found.id }
})

const auditedOf = (organization: string) =>
  AuditLog.use(({ list }) =>
    Effect.map(list(`organization:${organization}`), (entries) => entries.map(({ action, after }) => [action, after]))
  )

twins("importBootstrap", bootstrapTwin, demoWithoutCities(DateTime.makeUnsafe("2026-05-10T12:00:00Z")), (it) => {
  it.effect("creates every row of a file, with defaults for omitted fields", () =>
    Effect.gen(function* () {
      const report = yield* run(yield* fileOf("created"))
      assert.deepStrictEqual(outcomesOf(report), ["created"])
      const counts = Object.groupBy(report.results, ({ kind }) => kind)
      assert.deepStrictEqual(
        Object.entries(counts).map(([kind, rows = []]) => [kind, rows.length]),
        [
          ["organization", 1],
          ["identity", 1],
          ["brand", 2],
          ["venue", 2],
          ["workspace", 1],
          ["team", 2],
          ["integration", 1],
          ["grant", 1],
          ["program", 1],
          ["tier", 3],
          ["earning rules", 1],
          ["operator", 2]
        ]
      )
      const { found, organizationId, store } = yield* organizationOf("created-hotels")
      assert.strictEqual(found.xid, report.organization)
      assert.isNotNull(found.messagingActivatedAt)
      const venue = Option.getOrThrow(
        yield* store.of("properties").find({ organizationId, slug: "created-bay-valletta" })
      )
      assert.deepInclude(venue, { status: "published", maxGuests: 2, amenities: [], hero: null, starRating: null })
      const desk = Option.getOrThrow(
        yield* store.of("operators").find({ identitySubject: "idp-subject-of-the-lisbon-desk" })
      )
      assert.deepInclude(desk, { organizationId, allVenues: false, isStaff: false, globalScope: false })
      assert.lengthOf(desk.venueIds, 1)
      assert.deepStrictEqual(yield* auditedOf(report.organization), [
        ["organization.bootstrapped", { created: report.results.length, updated: 0 }]
      ])
    })
  )

  it.effect("adds every venue to the program of a file, whose version advances when a tier changes", () =>
    Effect.gen(function* () {
      const file = { ...(yield* fileOf("versioned")), operators: [] }
      yield* run(file)
      const { organizationId, store } = yield* organizationOf("versioned-hotels")
      const program = Effect.map(store.of("programs").find({ organizationId }), Option.getOrThrow)
      const { id, version } = yield* program
      const venues = yield* store.of("properties").list({ organizationId }, { by: ["id"] })
      const joined = yield* store.of("programVenues").list({ organizationId, programId: id }, { by: ["propertyId"] })
      assert.deepStrictEqual(
        joined.map(({ propertyId }) => propertyId),
        venues.map((venue) => venue.id)
      )
      yield* run(file)
      assert.strictEqual((yield* program).version, version)
      const tiers = (file.program?.tiers ?? []).map((tier) => ({ ...tier, qualifyingPoints: 77 }))
      yield* run({ ...file, program: { name: "", ...file.program, tiers } })
      assert.strictEqual((yield* program).version, version + 1)
    })
  )

  it.effect("DOMAIN 8.3: refuses an active program without a tier, unless it has one already", () =>
    Effect.gen(function* () {
      const { operators: _, ...file } = yield* fileOf("tierless")
      const withProgram = (program: NonNullable<Bootstrap["program"]>) => run({ ...file, program })
      const { problems } = yield* Effect.flip(withProgram({ name: "Club" }))
      assert.deepStrictEqual(problems, [{ path: "program.tiers", message: "an active program must have a tier" }])
      yield* withProgram({ name: "Club", status: "draft" })
      const activated = yield* Effect.flip(withProgram({ name: "Club", status: "active" }))
      assert.deepStrictEqual(activated.problems, problems)
      yield* withProgram({ name: "Club", tiers: [{ level: 1, name: "Member", qualifyingPoints: 0 }] })
      yield* withProgram({ name: "Club", status: "active" })
      const { organizationId, store } = yield* organizationOf("tierless-hotels")
      const programs = yield* store.of("programs").list({ organizationId }, { by: ["id"] })
      assert.deepStrictEqual(
        programs.map(({ status }) => status),
        ["active"]
      )
    })
  )

  it.effect("DOMAIN 8.3: refuses to make a program a draft again", () =>
    Effect.gen(function* () {
      const { operators: _, ...file } = yield* fileOf("drafted")
      const withStatus = (status: "draft" | "active" | "archived") =>
        run({ ...file, program: { name: "Club", ...file.program, status } })
      const refused = (from: string, to: string) => [
        { path: "program.status", message: `the program is ${from}, and cannot become ${to}` }
      ]
      yield* withStatus("draft")
      assert.deepStrictEqual((yield* Effect.flip(withStatus("archived"))).problems, refused("draft", "archived"))
      yield* withStatus("active")
      assert.deepStrictEqual((yield* Effect.flip(withStatus("draft"))).problems, refused("active", "draft"))
      yield* withStatus("archived")
      assert.deepStrictEqual((yield* Effect.flip(withStatus("draft"))).problems, refused("archived", "draft"))
      yield* withStatus("active")
    })
  )

  it.effect(
    "DOMAIN 11.7: refuses an inactive brand with a published venue, also of one that the file does not name",
    () =>
      Effect.gen(function* () {
        const { operators: _, ...file } = yield* fileOf("closing")
        const closing = {
          ...file,
          brands: (file.brands ?? []).map((brand) => ({ ...brand, status: "inactive" as const }))
        }
        const venuesAs = (status: "hidden" | "published") => (file.venues ?? []).map((venue) => ({ ...venue, status }))
        const hidden = venuesAs("hidden")
        const problemOf = (name: string, venue: string) => ({
          path: "brands",
          message: `closing-${name} is inactive, but its venue closing-${venue} is published; hide its venues first`
        })
        const [grand, bay] = [problemOf("grand", "grand-lisbon"), problemOf("bay", "bay-valletta")]
        const problems = [grand, bay]
        assert.deepStrictEqual((yield* Effect.flip(run(closing))).problems, problems)
        yield* run(file)
        assert.deepStrictEqual((yield* Effect.flip(run({ ...closing, venues: [] }))).problems, problems)
        assert.deepStrictEqual((yield* Effect.flip(run({ ...closing, venues: hidden.slice(1) }))).problems, [grand])
        const { organizationId, store } = yield* organizationOf("closing-hotels")
        const statuses = Effect.map(store.of("brands").list({ organizationId }, { by: ["id"] }), (brands) =>
          brands.map(({ status }) => status)
        )
        assert.deepStrictEqual(yield* statuses, ["active", "active"])
        yield* run({ ...closing, venues: hidden })
        assert.deepStrictEqual(yield* statuses, ["inactive", "inactive"])
        yield* run({ ...closing, venues: [] })
        const reopened = yield* Effect.flip(run({ ...closing, venues: venuesAs("published") }))
        assert.deepStrictEqual(reopened.problems, problems)
      })
  )

  it.effect("changes nothing when the same file is imported again", () =>
    Effect.gen(function* () {
      const file = { ...(yield* fileOf("twice")), operators: [] }
      yield* run(file)
      const before = yield* organizationOf("twice-hotels")
      const { organizationId, store } = before
      const rowsOf = Effect.all([
        store.of("organizations").find({ slug: "twice-hotels" }),
        store.of("brands").list({ organizationId }, { by: ["id"] }),
        store.of("properties").list({ organizationId }, { by: ["id"] }),
        store.of("programs").list({ organizationId }, { by: ["id"] }),
        store.of("tiers").list({ organizationId }, { by: ["id"] }),
        store.of("earningRules").list({ organizationId }, { by: ["version"] })
      ])
      const rows = yield* rowsOf
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(outcomesOf(yield* run(file)), ["unchanged"])
      assert.lengthOf(yield* auditedOf(before.found.xid), 1)
      assert.deepStrictEqual(yield* rowsOf, rows)
    })
  )

  it.effect("updates edited rows and keeps rows missing from the file", () =>
    Effect.gen(function* () {
      const { operators: _, ...file } = yield* fileOf("edited")
      yield* run(file)
      const { found, organizationId, store } = yield* organizationOf("edited-hotels")
      const [first, ...otherVenues] = file.venues ?? []
      const [brand] = file.brands ?? []
      const tiers = file.program?.tiers ?? []
      if (first === undefined || brand === undefined || file.program?.earning === undefined) {
        return assert.fail("the example has no venues, brands or rules")
      }
      const { policies: __, ...venue } = first
      const report = yield* run({
        ...file,
        organization: { slug: "edited-hotels", name: "Edited Hotels, renamed" },
        brands: [brand],
        venues: [
          { ...venue, nightlyCostPoints: 1, contact: null },
          ...otherVenues.map((one) => ({ ...one, brand: brand.slug }))
        ],
        workspaces: [{ id: "edited-hotels-main", name: "Guest services, renamed" }],
        integrations: [],
        program: {
          ...file.program,
          tiers: tiers.map((tier) => ({ ...tier, name: tier.level === 3 ? "Golden" : tier.name })),
          earning: { ...file.program.earning, rules: [] }
        }
      })
      const changed = report.results.filter(({ outcome }) => outcome !== "unchanged")
      assert.deepStrictEqual(
        changed.map(({ key, kind, outcome }) => `${outcome} ${kind} ${key}`),
        [
          "updated organization edited-hotels",
          "updated venue edited-grand-lisbon",
          "updated venue edited-bay-valletta",
          "updated workspace edited-hotels-main",
          "updated tier level 3",
          "updated earning rules from 2026-01-01"
        ]
      )
      const now = yield* organizationOf("edited-hotels")
      assert.deepStrictEqual(now.found, { ...found, name: "Edited Hotels, renamed" })
      const lisbon = Option.getOrThrow(yield* store.of("properties").find({ slug: first.slug }))
      assert.deepInclude(lisbon, { nightlyCostPoints: 1, contact: null, policies: first.policies ?? null })
      assert.lengthOf(yield* store.of("brands").list({ organizationId }, { by: ["id"] }), 2)
      const versions = yield* store.of("earningRules").list({ organizationId }, { by: ["version"] })
      assert.deepStrictEqual(
        versions.map(({ rules, version }) => [version, rules.length]),
        [
          [1, 1],
          [2, 0]
        ]
      )
      const gold = (yield* store.of("tiers").list({ organizationId }, { by: ["level"] })).at(-1)
      assert.isTrue(gold !== undefined && BigDecimal.equals(gold.multiplier, BigDecimal.fromStringUnsafe("1.5")))
    })
  )

  it.effect(
    "accepts rules from a past day as the first ones only, and keeps newer ones when the file is repeated",
    () =>
      Effect.gen(function* () {
        const { operators: _, ...file } = yield* fileOf("past")
        const { program } = file
        if (program?.earning === undefined) return assert.fail("the example has no rules")
        const { earning } = program
        const withEarning = (change: Partial<typeof earning>) =>
          run({ ...file, program: { ...program, earning: { ...earning, ...change } } })
        yield* run(file)
        assert.deepStrictEqual((yield* Effect.flip(withEarning({ rules: [] }))).problems, [
          {
            path: "program.earning.effectiveFrom",
            message: "must not be in the past: rules for past days cannot change"
          }
        ])
        yield* withEarning({ effectiveFrom: "2026-05-10", rules: [] })
        assert.deepStrictEqual(outcomesOf(yield* run(file)), ["unchanged"])
        const { organizationId, store } = yield* organizationOf("past-hotels")
        const versions = yield* store.of("earningRules").list({ organizationId }, { by: ["version"] })
        assert.deepStrictEqual(
          versions.map(({ effectiveFrom, version }) => [version, effectiveFrom]),
          [
            [1, "2026-01-01"],
            [2, "2026-05-10"]
          ]
        )
      }).pipe(atTime(DateTime.makeUnsafe("2026-05-10T12:00:00Z")))
  )

  it.effect("keeps the venues that an operator reaches if the file names none, and lets a new one reach all", () =>
    Effect.gen(function* () {
      const file = yield* fileOf("reached")
      const desk = file.operators?.at(-1)
      if (desk?.venues === undefined) return assert.fail("the example has no operators")
      const clerk = { subject: "clerk-of-the-reached", name: "Clerk", email: "clerk@example.com" }
      const reach = Effect.fnUntraced(function* (venues: { readonly venues?: typeof desk.venues }) {
        const { results } = yield* run({ ...file, operators: [{ ...clerk, ...venues }] })
        const { store } = yield* organizationOf("reached-hotels")
        const found = Option.getOrThrow(yield* store.of("operators").find({ identitySubject: clerk.subject }))
        return [results.at(-1)?.outcome, found.allVenues, found.venueIds.length] as const
      })
      assert.deepStrictEqual(yield* reach({}), ["created", true, 0])
      assert.deepStrictEqual(yield* reach({ venues: desk.venues }), ["updated", false, 1])
      assert.deepStrictEqual(yield* reach({}), ["unchanged", false, 1])
      assert.deepStrictEqual(yield* reach({ venues: "all" }), ["updated", true, 0])
    })
  )

  it.effect("a dry run writes nothing and returns the results of the import", () =>
    Effect.gen(function* () {
      const file = { ...(yield* fileOf("planned")), operators: [] }
      const planned = yield* random(planBootstrap(file))
      const store = yield* RowStore
      assert.isTrue(Option.isNone(yield* store.of("organizations").find({ slug: "planned-hotels" })))
      assert.deepStrictEqual((yield* run(file)).results, planned.results)
    })
  )

  const place = { type: "hotel", timezone: "UTC", city: "C", country: "C", latitude: 0, longitude: 0 }
  const brands = [{ slug: "b", name: "B" }]
  const foreign = {
    "organization.id": { organization: { slug: "mine", name: "Mine", id: organizationXid("A") } },
    "organization.identities[0]": {
      organization: {
        slug: "mine",
        name: "Mine",
        identities: [{ provider: "development", organizationId: identityOrganizationId("A") }]
      }
    },
    "venues[0].slug": { brands, venues: [{ ...place, slug: venueSlug("V1"), brand: "b", name: "V" }] },
    "venues[0].id": { brands, venues: [{ ...place, slug: "v", id: venueDocumentId("V1"), brand: "b", name: "V" }] },
    "workspaces[0].id": { workspaces: [{ id: "ws-a-main", name: "W" }] },
    "operators[0].subject": { operators: [{ subject: operatorSubject("a"), name: "O", email: "o@example.com" }] }
  }
  for (const [path, part] of Object.entries(foreign)) {
    it.effect(`refuses ${path} of another organization, and imports nothing`, () =>
      Effect.gen(function* () {
        const file = yield* readBootstrap({ organization: { slug: "mine", name: "Mine" }, ...part })
        const { problems } = yield* Effect.flip(run(file))
        assert.deepStrictEqual(problems, [{ path, message: "is already taken, possibly by another organization" }])
        const store = yield* RowStore
        assert.isTrue(Option.isNone(yield* store.of("organizations").find({ slug: "mine" })))
      })
    )
  }

  it.effect("creates an organization once; another with its slug is refused with the id of the first", () =>
    Effect.gen(function* () {
      const request = { slug: "alone", name: "Alone" }
      const id = yield* random(createOrganization(request))
      assert.strictEqual((yield* organizationOf("alone")).found.xid, id)
      const error = yield* Effect.flip(random(createOrganization({ ...request, name: "Another" })))
      assert.strictEqual(error.message, `The organization alone already exists: ${id}`)
      assert.strictEqual((yield* organizationOf("alone")).found.name, "Alone")
    })
  )
})
