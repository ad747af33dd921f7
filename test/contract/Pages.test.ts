import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { customDomainId, customDomainXids } from "../../src/demo/demoCustomDomains.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { benefitXid } from "../../src/demo/demoPerks.ts"
import { offerXid } from "../../src/demo/offerPlan.ts"
import { pageXids } from "../../src/demo/demoPages.ts"
import { themeKitXids } from "../../src/demo/demoThemeKits.ts"
import { venueDocumentId, venues } from "../../src/demo/venues.ts"
import { everywhere, type Reach } from "../../src/domain/access/Reach.ts"
import { CustomDomainInUse } from "../../src/domain/pages/PageErrors.ts"
import type { PageVersion, PageVersionRow } from "../../src/domain/pages/PageGroup.ts"
import { type PageRecord, Pages, type PagesQuery } from "../../src/domain/pages/Pages.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import { NotFound } from "../../src/domain/shared/NotFound.ts"
import { DuplicateResource } from "../../src/domain/shared/ResourceConflicts.ts"
import * as PagesLayer from "../../src/layers/repositories/PagesLayer.ts"
import { twins } from "../support/twins.ts"
import { atV1, ofA } from "../support/reaches.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const later = DateTime.add(now, { minutes: 1 })
const dataset = demoWithoutCities(now)

const { A, B } = organizationIds

const text = DateTime.formatIso

const xid = (name: string) => pageXids[name] ?? assert.fail(name)
const nameOf = (id: string) => Object.entries(pageXids).find(([, one]) => one === id)?.[0]

/** The rows of a demo page. */
const rowsOf = (name: string) => {
  const group = dataset.pageGroups.find((row) => row.xid === xid(name)) ?? assert.fail(name)
  const versions = dataset.pageVersions.filter(({ pageGroupId }) => pageGroupId === group.id)
  return {
    group,
    published: versions.find(({ publishedAt }) => publishedAt !== null),
    draft: versions.find(({ publishedAt }) => publishedAt === null)
  }
}

const versionOf = (row: PageVersionRow | undefined): PageVersion | null =>
  row === undefined
    ? null
    : {
        ...row,
        createdAt: text(row.createdAt),
        updatedAt: text(row.updatedAt),
        publishedAt: row.publishedAt && text(row.publishedAt)
      }

/** The record of a demo page. */
const stored = (name: string): PageRecord => {
  const { draft, group, published } = rowsOf(name)
  const venue = name.startsWith("A_") || name.startsWith("B_") ? null : name.slice(0, 2)
  const domain = dataset.customDomains.find(({ id }) => id === group.customDomainId)
  return {
    group: { ...group, createdAt: text(group.createdAt), updatedAt: text(group.updatedAt) },
    propertyXid: venue === "V1" || venue === "V2" || venue === "W1" ? venueDocumentId(venue) : null,
    customDomain: domain === undefined ? null : { xid: domain.xid, hostname: domain.hostname },
    published: versionOf(published),
    draft: versionOf(draft)
  }
}

const get = (name: string, reach: Reach = ofA) => Pages.use((pages) => pages.get({ reach, pageGroupId: xid(name) }))

const list = (query: Partial<PagesQuery>) =>
  Effect.map(
    Pages.use((pages) =>
      pages.list({ reach: ofA, statuses: undefined, q: undefined, limit: 100, offset: 0, ...query })
    ),
    ({ items, total }) => ({ names: items.map(({ group }) => nameOf(group.xid)), total, items })
  )

const locked = (pageGroupId: string, reach: Reach = ofA) =>
  atomically(Pages.use((pages) => pages.getForUpdate({ reach, pageGroupId })))

const states = ["never", "never_draft", "offline", "offline_draft", "published", "published_draft"]

twins("Pages", PagesLayer, dataset, (it) => {
  it.effect("PAR-007, PAR-073: gets and locks pages of venues within reach, and those without a venue", () =>
    Effect.gen(function* () {
      for (const name of Object.keys(pageXids)) assert.deepStrictEqual(yield* get(name, everywhere), stored(name), name)
      assert.deepStrictEqual(yield* get("A_everywhere", { ...ofA, venueIds: [] }), stored("A_everywhere"))
      const missing = new NotFound({})
      assert.deepStrictEqual(yield* Effect.flip(get("V2_published", atV1)), missing)
      assert.deepStrictEqual(yield* Effect.flip(get("W1_published")), missing)
      assert.deepStrictEqual(yield* Effect.flip(get("B_everywhere", atV1)), missing)
      assert.deepStrictEqual(yield* Effect.flip(locked(xid("V2_published"), atV1)), missing)
      assert.deepStrictEqual(yield* locked(xid("V1_published"), atV1), stored("V1_published"))
    })
  )

  it.effect("PAR-072: finds a page by its external id only, not by its row id", () =>
    Effect.gen(function* () {
      const pages = yield* Pages
      const rowId = String(rowsOf("V1_published").group.id)
      const missing = new NotFound({})
      assert.deepStrictEqual(yield* Effect.flip(pages.get({ reach: ofA, pageGroupId: rowId })), missing)
      assert.deepStrictEqual(yield* Effect.flip(locked(rowId)), missing)
    })
  )

  it.effect("PAR-073: lists pages by name, by status and by a part of the name", () =>
    Effect.gen(function* () {
      const wide = yield* list({})
      const at = (venue: string) => states.map((state) => `${venue}_${state}`)
      assert.deepStrictEqual(wide.names, ["A_everywhere", "A_members", ...at("V1"), ...at("V2")])
      assert.strictEqual(wide.total, 14)
      assert.deepStrictEqual(
        wide.items,
        wide.names.map((name) => stored(name ?? ""))
      )
      assert.deepStrictEqual((yield* list({ reach: atV1 })).names, ["A_everywhere", "A_members", ...at("V1")])
      assert.deepStrictEqual((yield* list({ reach: { ...ofA, venueIds: [] } })).total, 2)
      assert.strictEqual((yield* list({ reach: everywhere })).total, 22)
      const offline = yield* list({ statuses: ["offline", "never_published"], q: "PAGÉ V1", limit: 2, offset: 1 })
      assert.deepStrictEqual([offline.names, offline.total], [["V1_never_draft", "V1_offline"], 4])
      assert.deepStrictEqual((yield* list({ q: "_" })).names, [])
      assert.deepStrictEqual((yield* list({ offset: 14 })).total, 14)
    })
  )

  it.effect("PAR-085, PAR-086: inserts, updates and removes a draft, and never a published version", () =>
    Effect.gen(function* () {
      const pages = yield* Pages
      const { group, published: row } = rowsOf("V2_published")
      if (row === undefined) return assert.fail("not published")
      const { id: _, ...content } = row
      const draft = yield* pages.insertDraft({ ...content, number: 2, publishedAt: null })
      yield* pages.update(group, { lastVersion: 2, updatedAt: later })
      const changed = { title: "Other", blocks: [{ type: "map" as const }], number: 3, updatedAt: later }
      yield* pages.updateDraft(draft, changed)
      const before = stored("V2_published")
      assert.deepStrictEqual(yield* get("V2_published"), {
        ...before,
        group: { ...before.group, lastVersion: 2, updatedAt: text(later) },
        draft: versionOf({ ...draft, ...changed })
      })
      yield* pages.updateDraft(row, { title: "Other", number: 9, updatedAt: later })
      yield* pages.removeDraft(row)
      assert.deepStrictEqual((yield* get("V2_published")).published, before.published)
      yield* pages.removeDraft(draft)
      assert.isNull((yield* get("V2_published")).draft)
    })
  )

  it.effect("PAR-087: publishes a draft, unless another published page of the organization has its slug", () =>
    Effect.gen(function* () {
      const pages = yield* Pages
      const { draft, group } = stored("V2_published_draft")
      if (draft === null) return assert.fail("no draft")
      const taken = pages.publish(group, { ...draft, slug: "v1-published" }, later)
      assert.deepStrictEqual(yield* Effect.flip(atomically(taken)), new DuplicateResource({ field: "slug" }))
      assert.deepStrictEqual(yield* get("V2_published_draft"), stored("V2_published_draft"))
      // A page of another organization has this slug.
      yield* pages.updateDraft(draft, { slug: "w1-published", number: 2, updatedAt: later })
      const renamed = { ...draft, slug: "w1-published", updatedAt: text(later) }
      yield* atomically(pages.publish(group, renamed, later))
      assert.deepStrictEqual(yield* get("V2_published_draft"), {
        ...stored("V2_published_draft"),
        group: { ...group, publishedSlug: "w1-published", updatedAt: text(later) },
        published: { ...renamed, publishedAt: text(later) },
        draft: null
      })
    })
  )

  it.effect("PAR-082: assigns a page a domain that no other page has", () =>
    Effect.gen(function* () {
      const pages = yield* Pages
      const { group } = stored("V1_never")
      const used = pages.assignDomain(group, customDomainId("A_verified"), later)
      assert.deepStrictEqual(yield* Effect.flip(atomically(used)), new CustomDomainInUse())
      yield* atomically(pages.assignDomain(group, customDomainId("A_free"), later))
      assert.deepStrictEqual((yield* get("V1_never")).customDomain, {
        xid: customDomainXids.A_free,
        hostname: "stay.hotels-a.example"
      })
      assert.deepStrictEqual(yield* pages.listVerifiedDomains({ organizationId: A, reach: ofA }), [
        { xid: customDomainXids.A_free, hostname: "stay.hotels-a.example", pageXid: xid("V1_never") },
        { xid: customDomainXids.A_verified, hostname: "www.hotels-a.example", pageXid: xid("V1_published") }
      ])
      yield* atomically(pages.assignDomain(group, null, later))
      assert.isNull((yield* get("V1_never")).customDomain)
    })
  )

  it.effect("PAR-007, PAR-078: lists every verified domain, with the page that uses it only if within reach", () =>
    Effect.gen(function* () {
      const pages = yield* Pages
      const pagesOf = (reach: Reach) =>
        Effect.map(pages.listVerifiedDomains({ organizationId: A, reach }), (domains) =>
          domains.map(({ hostname, pageXid }) => [hostname, pageXid])
        )
      yield* atomically(pages.assignDomain(stored("V2_never").group, customDomainId("A_free"), later))
      assert.deepStrictEqual(yield* pagesOf(ofA), [
        ["stay.hotels-a.example", xid("V2_never")],
        ["www.hotels-a.example", xid("V1_published")]
      ])
      assert.deepStrictEqual(yield* pagesOf(atV1), [
        ["stay.hotels-a.example", null],
        ["www.hotels-a.example", xid("V1_published")]
      ])
      yield* atomically(pages.assignDomain(stored("V2_never").group, null, later))
    })
  )

  it.effect("PAR-140: finds kits, domains and programs of one organization", () =>
    Effect.gen(function* () {
      const pages = yield* Pages
      const kit = (organizationId: typeof A) =>
        atomically(pages.findThemeKitForShare({ organizationId, themeKitId: themeKitXids.A_free }))
      const domain = (organizationId: typeof A) =>
        atomically(pages.findDomainForShare({ organizationId, customDomainId: customDomainXids.A_pending }))
      assert.deepStrictEqual(
        yield* kit(A),
        Option.some(dataset.themeKits.find((row) => row.xid === themeKitXids.A_free) ?? assert.fail("no kit"))
      )
      assert.deepStrictEqual(yield* kit(B), Option.none())
      assert.deepStrictEqual(
        yield* domain(A),
        Option.some({
          id: customDomainId("A_pending"),
          xid: customDomainXids.A_pending,
          hostname: "pending.hotels-a.example",
          status: "pending_dns" as const
        })
      )
      assert.deepStrictEqual(yield* domain(B), Option.none())
      assert.deepStrictEqual(
        (yield* pages.listPrograms(A)).map(({ xid, name, status }) => ({ xid, name, status })),
        dataset.programs
          .filter(({ organizationId }) => organizationId === A)
          .map(({ name, status, xid }) => ({ xid, name, status }))
      )
    })
  )

  it.effect("PAR-140: hasAll tells whether all offers and benefits are the organization's, in any status", () =>
    Effect.gen(function* () {
      const pages = yield* Pages
      const has = (organizationId: typeof A, offerIds: ReadonlyArray<string>, benefitIds: ReadonlyArray<string>) =>
        pages.hasAll({ organizationId, reach: everywhere, offerIds, benefitIds })
      const offers = [offerXid("dinner"), offerXid("draft"), offerXid("ended")]
      const benefits = [benefitXid("welcome_drink"), benefitXid("former"), benefitXid("paused")]
      assert.isTrue(yield* has(A, offers, benefits))
      assert.isTrue(yield* has(A, [], []))
      // An offer of V1, from V2; an offer without a venue is within every reach.
      const atV2 = { organizationIds: [A], venueIds: [venues.V2.id] }
      const ofVenue = { organizationId: A, offerIds: [offerXid("late_checkout")], benefitIds: [] }
      assert.isTrue(yield* pages.hasAll({ ...ofVenue, reach: everywhere }))
      assert.isFalse(yield* pages.hasAll({ ...ofVenue, reach: atV2 }))
      assert.isTrue(yield* pages.hasAll({ ...ofVenue, offerIds: [offerXid("dinner")], reach: atV2 }))
      assert.isFalse(yield* has(B, offers, []))
      assert.isFalse(yield* has(B, [], benefits))
      assert.isFalse(yield* has(A, [...offers, offerXid("b_voucher")], benefits))
      assert.isFalse(yield* has(A, offers, [...benefits, "nothing"]))
    })
  )
})

const sameName = { ...dataset, pageGroups: dataset.pageGroups.map((row) => ({ ...row, name: "Page" })) }

twins("Pages of one name", PagesLayer, sameName, (it) => {
  it.effect("PAR-073: are listed by id in binary order, and paged without gaps or repeats", () =>
    Effect.gen(function* () {
      const { items } = yield* list({})
      const ids = items.map(({ group }) => group.xid)
      const expected = sameName.pageGroups.flatMap((row) => (row.organizationId === A ? [row.xid] : []))
      assert.deepStrictEqual(ids, expected.toSorted())
      const paged = yield* Effect.forEach([0, 5, 10], (offset) => list({ limit: 5, offset }))
      assert.deepStrictEqual(
        paged.flatMap((page) => page.items),
        items
      )
    })
  )
})
