import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { themeKitXids } from "../../src/demo/demoThemeKits.ts"
import { everywhere, nowhere, type Reach } from "../../src/domain/access/Reach.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { PageGroupRowId, type PageVersionRow } from "../../src/domain/pages/PageGroup.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import { type ThemeKit, ThemeKitId } from "../../src/domain/themes/ThemeKit.ts"
import { ThemeKits, type ThemeKitsQuery } from "../../src/domain/themes/ThemeKits.ts"
import * as ThemeKitsLayer from "../../src/layers/repositories/ThemeKitsLayer.ts"
import { twins } from "../support/twins.ts"
import { ofA, ofB } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)

type Name = keyof typeof themeKitXids

const demoRow = (name: Name): ThemeKit =>
  demo.themeKits.find(({ xid }) => xid === themeKitXids[name]) ?? assert.fail(name)

/** Names with capitals, accents and the wildcards of LIKE. */
const named = new Map([
  ["A_default", "Zoë 100%_club"],
  ["A_used", "zoe"],
  ["A_free", "Ångström"]
])

const withName = (row: ThemeKit) => {
  const name = Object.entries(themeKitXids).find(([, xid]) => xid === row.xid)?.[0] ?? ""
  return { ...row, name: named.get(name) ?? row.name }
}

/** Two more kits of A with one name, whose xids are not in the order of their internal ids. */
const twinsOfA = ["twin-b", "twin-a"].map((xid, index) => ({
  ...demoRow("A_free"),
  id: ThemeKitId.make(9201 + index),
  xid,
  name: "Twin"
}))

/**
 * Pages of A, each with the kits of its versions, oldest first. The last version is a draft if the page's name ends in
 * `_draft`.
 */
const pages: Readonly<Record<string, ReadonlyArray<string>>> = {
  /** Counts for twin-a only: of published versions the latest counts. */
  published: ["A_free", "twin-b", "twin-a"],
  /** Counts for twin-a, once, though draft and published version have it. */
  both_draft: ["twin-a", "twin-a"],
  /** Counts for twin-a and for twin-b. */
  apart_draft: ["A_free", "twin-b", "twin-a"],
  /** A draft that was never published. */
  new_draft: ["twin-b"],
  /** No kit. */
  plain: [""],
  empty: []
}

const kitXid = (name: string) =>
  name === "A_free" || name === "A_used" || name === "A_default" ? themeKitXids[name] : name === "" ? null : name

const pagesOfA = Object.entries(pages).map(([name, kits], index) => {
  const [group] = demo.pageGroups
  const [version] = demo.pageVersions
  if (group === undefined || version === undefined) return assert.fail()
  const id = PageGroupRowId.make(9001 + index)
  const versions = kits.map((kit, place): PageVersionRow => {
    const isDraft = name.endsWith("_draft") && place === kits.length - 1
    return {
      ...version,
      id: 90_010 + index * 10 + place,
      organizationId: organizationIds.A,
      pageGroupId: id,
      number: place + 1,
      theme: { ...version.theme, themeKitId: kitXid(kit) },
      publishedAt: isDraft ? null : now
    }
  })
  const status = "offline" as const
  return {
    group: { ...group, id, xid: name, propertyId: null, status, publishedSlug: null, customDomainId: null },
    versions
  }
})

/** A page of B with the id of a kit of A does not count. */
const [ofOther] = demo.pageVersions.filter(({ organizationId }) => organizationId === organizationIds.B)
const foreign = (version: PageVersionRow): PageVersionRow =>
  version.id === ofOther?.id ? { ...version, theme: { ...version.theme, themeKitId: "twin-b" } } : version

const dataset: Dataset = {
  ...demo,
  themeKits: [...demo.themeKits.map(withName), ...twinsOfA],
  pageGroups: [...demo.pageGroups, ...pagesOfA.map(({ group }) => group)],
  pageVersions: [...demo.pageVersions.map(foreign), ...pagesOfA.flatMap(({ versions }) => versions)]
}

const rowOf = (name: string): ThemeKit =>
  dataset.themeKits.find(({ xid }) => xid === (kitXid(name) ?? name)) ?? assert.fail(name)

const list = (query: Partial<ThemeKitsQuery>) =>
  ThemeKits.use((kits) => kits.list({ reach: ofA, q: undefined, limit: 100, offset: 0, ...query }))

const names = (query: Partial<ThemeKitsQuery>) =>
  Effect.map(list(query), ({ items }) => items.map(({ kit }) => kit.name))

const get = (themeKitId: string, reach: Reach = ofA) => ThemeKits.use((kits) => kits.get({ reach, themeKitId }))

const lock = (themeKitId: string, reach: Reach = ofA) =>
  atomically(ThemeKits.use((kits) => kits.getForUpdate({ reach, themeKitId })))

const defaultOf = (of: "A" | "B") => atomically(ThemeKits.use((kits) => kits.findDefaultForUpdate(organizationIds[of])))

twins("ThemeKits", ThemeKitsLayer, dataset, (it) => {
  it.effect("PAR-110, PAR-139: lists and gets kits of the organizations within reach, whatever the venues", () =>
    Effect.gen(function* () {
      for (const reach of [ofA, { ...ofA, venueIds: [] }]) assert.strictEqual((yield* list({ reach })).total, 5)
      assert.strictEqual((yield* list({ reach: ofB })).total, 3)
      assert.strictEqual((yield* list({ reach: everywhere })).total, 8)
      assert.deepStrictEqual(yield* list({ reach: nowhere }), { items: [], total: 0 })
      const { kit } = yield* get(themeKitXids.A_used, { ...ofA, venueIds: [] })
      assert.deepStrictEqual(kit, rowOf("A_used"))
      assert.deepStrictEqual((yield* get(themeKitXids.B_used, everywhere)).kit, rowOf(themeKitXids.B_used))
      for (const [id, reach] of [
        [themeKitXids.B_used, ofA],
        [themeKitXids.A_used, ofB],
        [themeKitXids.A_used, nowhere],
        ["nothing", everywhere]
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(get(id, reach)), new NotFound({}))
        assert.deepStrictEqual(yield* Effect.flip(lock(id, reach)), new NotFound({}))
      }
    })
  )

  it.effect("PAR-110: orders kits by name, then id, both in binary order, and pages without gaps or repeats", () =>
    Effect.gen(function* () {
      const whole = yield* list({})
      assert.deepStrictEqual(
        whole.items.map(({ kit }) => (kit.name === "Twin" ? kit.xid : kit.name)),
        ["twin-a", "twin-b", "Zoë 100%_club", "zoe", "Ångström"]
      )
      const paged = yield* Effect.forEach([0, 1, 2, 3, 4, 5], (offset) => list({ limit: 1, offset }))
      assert.deepStrictEqual(
        paged.flatMap(({ items }) => items),
        whole.items
      )
      for (const { total } of paged) assert.strictEqual(total, 5)
    })
  )

  it.effect("PAR-110: matches a part of the name literally, ignoring case and accents", () =>
    Effect.gen(function* () {
      for (const [q, found] of [
        ["ZOE", ["Zoë 100%_club", "zoe"]],
        ["%", ["Zoë 100%_club"]],
        ["_", ["Zoë 100%_club"]],
        ["angstrom", ["Ångström"]],
        [".*", []]
      ] as const) {
        assert.deepStrictEqual(yield* names({ q }), [...found], q)
        assert.strictEqual((yield* list({ q })).total, found.length)
      }
    })
  )

  it.effect("PAR-110: a page uses the kits of its draft and of its latest published version, each once", () =>
    Effect.gen(function* () {
      const ofDemo = new Set(
        demo.pageVersions
          .filter(({ theme }) => theme.themeKitId === themeKitXids.A_used)
          .map(({ pageGroupId }) => pageGroupId)
      )
      const uses = { "twin-a": 3, "twin-b": 2, A_used: ofDemo.size, A_default: 0, A_free: 0 }
      for (const [name, count] of Object.entries(uses)) {
        assert.strictEqual((yield* get(kitXid(name) ?? name)).usedByPages, count, name)
        const isUsed = yield* ThemeKits.use((kits) => kits.isUsed(rowOf(name)))
        assert.strictEqual(isUsed, count > 0, name)
      }
      assert.isAbove(ofDemo.size, 3)
      const { items } = yield* list({ reach: everywhere })
      assert.deepStrictEqual(
        items.filter(({ kit }) => kit.organizationId === organizationIds.A),
        (yield* list({})).items
      )
      assert.deepStrictEqual(
        (yield* list({})).items.map(({ usedByPages }) => usedByPages),
        [3, 2, 0, ofDemo.size, 0]
      )
    })
  )

  it.effect("DOMAIN 8: finds the default of an organization, if there is one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* defaultOf("A"), Option.some(rowOf("A_default")))
      const kits = yield* ThemeKits
      const former = rowOf(themeKitXids.B_default)
      yield* kits.update({ ...former, isDefault: false })
      assert.deepStrictEqual(yield* defaultOf("B"), Option.none())
      yield* kits.update({ ...rowOf(themeKitXids.B_free), isDefault: true })
      assert.deepStrictEqual(
        Option.map(yield* defaultOf("B"), ({ xid }) => xid),
        Option.some(themeKitXids.B_free)
      )
      const second = Effect.sandbox(atomically(kits.update({ ...former, isDefault: true })))
      assert.isTrue(yield* Effect.isFailure(second), "an organization has one default")
    })
  )

  it.effect("inserts a kit, updates all its settings, and removes it and no other", () =>
    Effect.gen(function* () {
      const kits = yield* ThemeKits
      const { id: _, ...row } = { ...rowOf("A_free"), xid: "made", logoUrl: "https://images.example.com/x.svg" }
      const made = yield* kits.insert(row)
      assert.deepStrictEqual({ ...made, id: 0 }, { ...row, id: 0 })
      const changed: ThemeKit = {
        ...made,
        name: "Other",
        colors: { text: "#000000" },
        fonts: {},
        logoUrl: null,
        borderRadius: 0,
        version: 7,
        updatedAt: now
      }
      yield* kits.update(changed)
      assert.deepStrictEqual(yield* lock("made"), changed)
      assert.deepStrictEqual(yield* get("made"), { kit: changed, usedByPages: 0 })
      yield* kits.remove(changed)
      assert.deepStrictEqual(yield* Effect.flip(get("made")), new NotFound({}))
      assert.deepStrictEqual((yield* get(themeKitXids.A_free)).kit, rowOf("A_free"))
    })
  )
})
