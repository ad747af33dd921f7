import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { CustomDomainId } from "../../src/domain/customDomains/CustomDomain.ts"
import { customDomainId } from "../../src/demo/demoCustomDomains.ts"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { pageXids } from "../../src/demo/demoPages.ts"
import { benefitXid } from "../../src/demo/demoPerks.ts"
import { programXids } from "../../src/demo/demoPrograms.ts"
import { offerXid } from "../../src/demo/offerPlan.ts"
import { venues } from "../../src/demo/venues.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { OfferId, OfferXid } from "../../src/domain/offers/Offer.ts"
import { type PageAddress, PageSources } from "../../src/domain/pages/PageSources.ts"
import { VenueId } from "../../src/domain/properties/Property.ts"
import * as PageSourcesLayer from "../../src/layers/repositories/PageSourcesLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)

const suspended = organizationIds.B

const removed = demo.benefits.find(({ xid }) => xid === benefitXid("late_check_out")) ?? assert.fail()

/** Pages whose domains are not verified: one whose records were lost, and one that waits for its certificate. */
const unverified: Readonly<Record<string, CustomDomainId>> = {
  [pageXids["V2_published"] ?? ""]: customDomainId("A_failed"),
  [pageXids["A_everywhere"] ?? ""]: customDomainId("A_verifying")
}

const hiddenVenue = demo.properties
  .filter(({ id }) => id === venues.V2.id)
  .map((row) => ({
    ...row,
    id: VenueId.make(9001),
    documentId: "hidden",
    slug: "hidden",
    status: "hidden" as const
  }))

/** An offer of a venue, like `custom`. */
const offerOf = (propertyId: VenueId, xid: string) =>
  demo.offers
    .filter((row) => row.xid === offerXid("custom"))
    .map((row) => ({ ...row, id: OfferId.make(9001), xid: OfferXid.make(xid), propertyId }))

/**
 * The demo data, in which W1's page is of a suspended organization, V2 has taken over a slug of V1, two pages have
 * unverified domains, and V1 has disabled a benefit.
 */
const dataset: Dataset = {
  ...demo,
  properties: [...demo.properties, ...hiddenVenue],
  offers: [...demo.offers, ...hiddenVenue.flatMap(({ id }) => offerOf(id, "hidden"))],
  pageGroups: demo.pageGroups.map((row) => ({ ...row, customDomainId: unverified[row.xid] ?? row.customDomainId })),
  benefitVenueOverrides: [
    ...demo.benefitVenueOverrides.filter((row) => row.benefitId !== removed.id || row.propertyId !== venues.V1.id),
    {
      organizationId: organizationIds.A,
      benefitId: removed.id,
      propertyId: venues.V1.id,
      overriddenName: null,
      overriddenDescription: null,
      enabled: false,
      updatedAt: now
    }
  ],
  organizations: demo.organizations.map((row) => (row.id === suspended ? { ...row, status: "suspended" } : row)),
  pageVersions: demo.pageVersions.map((row) =>
    row.title === "Page V2 offline" ? { ...row, slug: "v1-offline", publishedAt: DateTime.add(now, { days: -1 }) } : row
  )
}

const groupOf = (name: string) => dataset.pageGroups.find(({ xid }) => xid === pageXids[name]) ?? assert.fail(name)

const publishedOf = (name: string) =>
  dataset.pageVersions.find((row) => row.pageGroupId === groupOf(name).id && row.publishedAt !== null) ??
  assert.fail(name)

const standingOf = (name: string) => {
  const { id, organizationId, propertyId, status } = groupOf(name)
  return { organizationId, pageGroupId: id, propertyId, status, versionId: publishedOf(name).id }
}

const find = (address: PageAddress) => PageSources.use((sources) => sources.find(address))

const findPath = (slug: string, organizationSlug = "organization-a") => find({ by: "path", organizationSlug, slug })

const findHost = (hostname: string) => find({ by: "hostname", hostname })

const surroundings = (
  name: string,
  ids: { readonly offerIds?: ReadonlyArray<string>; readonly benefitIds?: ReadonlyArray<string> } = {}
) =>
  PageSources.use((sources) =>
    sources.getSurroundings({
      ...standingOf(name),
      offerIds: ids.offerIds ?? [],
      benefitIds: ids.benefitIds ?? [],
      now
    })
  )

twins("PageSources", PageSourcesLayer, dataset, (it) => {
  it.effect("A-102: finds the published version under a path, with or without a draft", () =>
    Effect.gen(function* () {
      for (const name of ["V1_published", "V1_published_draft", "A_everywhere", "A_members"]) {
        const slug = name.toLowerCase().replaceAll("_", "-")
        assert.deepStrictEqual(yield* findPath(slug), Option.some(standingOf(name)), name)
      }
      for (const slug of ["v1-never", "v1-never-draft", "nothing", ""]) {
        assert.deepStrictEqual(yield* findPath(slug), Option.none(), slug)
      }
      assert.deepStrictEqual(yield* findPath("v1-published", "organization-c"), Option.none())
      assert.deepStrictEqual(yield* findPath("v1-published", "Organization-A"), Option.none())
    })
  )

  it.effect("A-140: of several offline pages under one path, finds the one published last", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* findPath("v1-offline-draft"), Option.some(standingOf("V1_offline_draft")))
      assert.deepStrictEqual(yield* findPath("v1-offline"), Option.some(standingOf("V2_offline")))
      assert.deepStrictEqual(yield* findPath("v2-offline"), Option.none())
    })
  )

  it.effect("DOMAIN 8.2: finds a page by its hostname only while that is verified", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* findHost("www.hotels-a.example"), Option.some(standingOf("V1_published")))
      for (const { hostname, status } of dataset.customDomains) {
        if (hostname === "www.hotels-a.example") continue
        assert.deepStrictEqual(yield* findHost(hostname), Option.none(), `${hostname} ${status}`)
      }
      assert.deepStrictEqual(yield* findHost("WWW.hotels-a.example"), Option.none())
    })
  )

  it.effect("DOMAIN 8.2: finds the owner of a verified hostname, with or without a page", () =>
    Effect.gen(function* () {
      const sources = yield* PageSources
      for (const { hostname, organizationId, status } of dataset.customDomains) {
        if (status === "verified") {
          assert.deepStrictEqual(yield* sources.findOwner(hostname), Option.some(organizationId), hostname)
        }
      }
      for (const hostname of ["soon.hotels-a.example", "pending.hotels-a.example", "nothing.example", ""]) {
        assert.deepStrictEqual(yield* sources.findOwner(hostname), Option.none(), hostname)
      }
    })
  )

  it.effect("finds no page of a suspended organization", () =>
    Effect.gen(function* () {
      assert.strictEqual(groupOf("W1_published").customDomainId, customDomainId("B_verified"))
      assert.deepStrictEqual(yield* findHost("www.hotels-b.example"), Option.none())
      assert.deepStrictEqual(yield* findPath("w1-published", "organization-b"), Option.none())
      assert.deepStrictEqual(yield* findPath("w1-offline", "organization-b"), Option.none())
    })
  )

  it.effect("finds only versions of the organization's pages", () =>
    Effect.gen(function* () {
      const sources = yield* PageSources
      const key = standingOf("V1_published")
      assert.deepStrictEqual(yield* sources.findVersion(key), Option.some(publishedOf("V1_published")))
      const others = [
        { ...key, organizationId: organizationIds.C },
        { ...key, pageGroupId: groupOf("V2_published").id },
        { ...key, versionId: 1 }
      ]
      for (const other of others) assert.deepStrictEqual(yield* sources.findVersion(other), Option.none())
    })
  )

  it.effect(
    "A-140: a page can show its organization's published offers that have not ended, except those of hidden venues",
    () =>
      Effect.gen(function* () {
        const offerIds = (["dinner", "museum", "ended", "draft", "b_voucher"] as const).map(offerXid)
        const { offers } = yield* surroundings("V1_published", { offerIds: [...offerIds, "unknown", "hidden"] })
        const row = dataset.offers.find(({ xid }) => xid === offerXid("dinner")) ?? assert.fail()
        assert.deepStrictEqual(
          offers.map(({ offerId }) => offerId),
          [offerXid("dinner"), offerXid("museum")].toSorted()
        )
        assert.deepStrictEqual(
          offers.find(({ offerId }) => offerId === row.xid),
          {
            offerId: row.xid,
            name: row.name,
            shortDescription: row.shortDescription,
            pointsRequired: row.pointsRequired,
            imageUrl: row.cardImageUrl ?? row.heroImageUrl,
            validUntil: row.validUntil === null ? null : DateTime.formatIso(row.validUntil)
          }
        )
      })
  )

  it.effect("A-140: an offer of a page has its validUntil", () =>
    Effect.gen(function* () {
      const { offers } = yield* surroundings("V1_published", { offerIds: [offerXid("custom")] })
      assert.deepStrictEqual(
        offers.map(({ validUntil }) => validUntil),
        [DateTime.formatIso(DateTime.add(now, { hours: 720 }))]
      )
    })
  )

  it.effect("A-140: a page can show its organization's enabled benefits, as overridden by its venue", () =>
    Effect.gen(function* () {
      const all = dataset.benefits.map(({ xid }) => xid)
      for (const name of ["V1_published", "A_everywhere"]) {
        const { propertyId } = groupOf(name)
        const expected = dataset.benefits.flatMap((row) => {
          const override = dataset.benefitVenueOverrides.find(
            (one) => one.benefitId === row.id && one.propertyId === propertyId
          )
          const isOffered = row.enabled && row.archivedAt === null && override?.enabled !== false
          if (row.organizationId !== organizationIds.A || !isOffered) return []
          return [
            {
              benefitId: row.xid,
              name: override?.overriddenName ?? row.name,
              description: override?.overriddenDescription ?? row.description
            }
          ]
        })
        const { perks } = yield* surroundings(name, { benefitIds: all })
        assert.sameDeepMembers([...perks], expected, name)
        assert.isAbove(perks.length, 1)
        assert.isBelow(perks.length, all.length)
      }
      const one = yield* surroundings("V1_published", { benefitIds: [benefitXid("welcome_drink")] })
      assert.strictEqual(one.perks.length, 1)
    })
  )

  it.effect("a page can show its venue, unless that is hidden, and has a hostname only while it is verified", () =>
    Effect.gen(function* () {
      const { hostname, organization, venue } = yield* surroundings("V1_published")
      const row = dataset.properties.find(({ id }) => id === venues.V1.id) ?? assert.fail()
      assert.deepStrictEqual(organization, { name: "Organization A", slug: "organization-a" })
      assert.strictEqual(hostname, "www.hotels-a.example")
      assert.deepStrictEqual(venue, {
        propertyId: row.documentId,
        name: row.name,
        street: row.street,
        postalCode: row.postalCode,
        city: row.city,
        state: row.state,
        country: row.country,
        latitude: row.latitude,
        longitude: row.longitude,
        phone: row.contact?.phone ?? null,
        starRating: row.starRating,
        guestRating: row.guestRating,
        reviewCount: row.reviewCount,
        imageUrl: row.hero?.url ?? null
      })
      const whole = yield* surroundings("A_everywhere")
      assert.deepStrictEqual([whole.venue, whole.hostname], [null, null], "of a domain that is not verified")
      assert.isNull((yield* surroundings("V2_published")).hostname)
      const hidden = dataset.properties.find(({ status }) => status === "hidden") ?? assert.fail()
      const sources = yield* PageSources
      const found = yield* sources.getSurroundings({
        ...standingOf("V1_published"),
        organizationId: hidden.organizationId,
        propertyId: hidden.id,
        offerIds: [],
        benefitIds: [],
        now
      })
      assert.isNull(found.venue)
    })
  )

  it.effect("A-141: a gate needs an active enrolment in its program, or in any of the organization", () =>
    Effect.gen(function* () {
      const sources = yield* PageSources
      const isEnrolled = (memberId: (typeof dataset.enrolments)[number]["memberId"], programId: string | null) =>
        sources.isEnrolled({ organizationId: organizationIds.A, programId, memberId })
      const program = dataset.programs.find(({ xid }) => xid === programXids["A"]) ?? assert.fail()
      for (const { memberId, organizationId, programId, status } of dataset.enrolments) {
        const isIn = organizationId === organizationIds.A && status === "active"
        const inOther = dataset.enrolments.some(
          (row) => row.memberId === memberId && row.organizationId === organizationIds.A && row.status === "active"
        )
        if (programId === program.id) assert.strictEqual(yield* isEnrolled(memberId, program.xid), isIn)
        assert.strictEqual(yield* isEnrolled(memberId, null), inOther)
        assert.isFalse(yield* isEnrolled(memberId, programXids["B"] ?? ""))
      }
      const states = new Set(dataset.enrolments.map(({ organizationId, status }) => `${organizationId} ${status}`))
      assert.isTrue(states.has("1 active") && states.has("2 active") && states.has("1 ended"))
    })
  )
})
