import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { InsufficientReach } from "../../../src/domain/access/InsufficientReach.ts"
import { CustomDomainInUse, CustomDomainNotVerified, DraftNotFound } from "../../../src/domain/pages/PageErrors.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { DuplicateResource } from "../../../src/domain/shared/ResourceConflicts.ts"
import { auditOf } from "../../support/audited.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import {
  assign,
  change,
  discard,
  edit,
  idOf,
  list,
  namesOf,
  params,
  publish,
  reset,
  seo,
  seoOf,
  show,
  states,
  theme,
  themeOf,
  unpublish,
  type Versions
} from "../../support/pages/pages.ts"
import { key, partner } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const { listEligibleDomains, listGatePrograms, previewPage } = partnerClient.pages
const { activateProgram } = partnerClient.programs
const PA = key("PA")
const PA_v1 = key("PA_v1")
const PB = key("PB")

const { benefits, customDomains, offers, organizations, programs, venues } = demoIds

const at = (venue: string) => states.map((state) => `${venue}_${state}`)

layer(Service.layer())("pages", (it) => {
  it.effect("PAR-002, PAR-073: lists organization-wide pages and pages of venues within reach, by name", () =>
    Effect.gen(function* () {
      const all = yield* list()
      assert.deepStrictEqual(namesOf(all), ["A_everywhere", "A_members", ...at("V1"), ...at("V2")])
      assert.deepStrictEqual([all.total, all.limit, all.offset], [14, 100, 0])
      assert.deepStrictEqual(namesOf(yield* list({}, PA_v1)), ["A_everywhere", "A_members", ...at("V1")])
      assert.deepStrictEqual(namesOf(yield* list({}, PB)), ["B_everywhere", "B_members", ...at("W1")])
      const pages = yield* Effect.forEach([0, 5, 10], (offset) => list({ limit: 5, offset }))
      assert.deepStrictEqual(pages.flatMap(namesOf), namesOf(all))
      assert.deepStrictEqual(
        pages.map(({ offset }) => offset),
        [0, 5, 10]
      )
      assert.deepStrictEqual(namesOf(yield* list({ limit: 5, offset: 50 })), [])
      const { get } = yield* partner
      const ofB = yield* get(`/pages?organizationId=${organizations.B}&limit=1`, key("PADM"))
      assert.deepStrictEqual([ofB.at("total"), ofB.at("items.0.pageGroupId")], [8, idOf("B_everywhere")])
    })
  )

  it.effect("PAR-073: a page of the list has items, total, limit and offset; the limit is 25, or 1 to 100", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const first = yield* get("/pages", PA)
      assert.deepStrictEqual(Service.keysOf(first.body), ["items", "total", "limit", "offset"])
      assert.deepStrictEqual([first.at("limit"), first.at("offset")], [25, 0])
      for (const limit of [0, 101]) assert.strictEqual((yield* get(`/pages?limit=${limit}`, PA)).status, 400)
      for (const limit of [1, 100]) assert.strictEqual((yield* get(`/pages?limit=${limit}`, PA)).at("limit"), limit)
    })
  )

  it.effect("PAR-073: filters pages by status and part of the name; wildcards are literals", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(namesOf(yield* list({ status: ["offline"] })), [
        "V1_offline",
        "V1_offline_draft",
        "V2_offline",
        "V2_offline_draft"
      ])
      assert.deepStrictEqual(namesOf(yield* list({ status: ["never_published"], q: "PÁGE v1" })), [
        "V1_never",
        "V1_never_draft"
      ])
      assert.deepStrictEqual(namesOf(yield* list({ q: "%" })), [])
      assert.strictEqual((yield* list({ q: "_" })).total, 0)
    })
  )

  it.effect("PAR-074, PAR-089: returns a page with published and draft, each an object or null", () =>
    Effect.gen(function* () {
      const { get } = yield* partner
      const raw = yield* get(`/pages/${idOf("V1_published_draft")}`, PA)
      assert.deepStrictEqual(
        Service.keysOf(raw.body).join(" "),
        "pageGroupId name slug status hasDraft propertyId customDomain published draft createdAt updatedAt"
      )
      for (const version of ["published", "draft"]) {
        assert.deepStrictEqual(
          Service.keysOf(raw.at(version)).join(" "),
          "version title headline body blocks slug locale featuredImage seo theme memberGate updatedAt publishedAt"
        )
      }
      assert.deepStrictEqual(
        Service.keysOf(raw.at("draft.seo")).join(" "),
        "title description canonicalUrl robots ogImageUrl"
      )
      assert.deepStrictEqual(
        Service.keysOf(raw.at("draft.theme")).join(" "),
        "themeKitId colors fonts logoUrl borderRadius"
      )
      assert.deepStrictEqual(Service.keysOf(raw.at("draft.memberGate")).join(" "), "enabled programId")
      assert.deepStrictEqual(
        [raw.at("propertyId"), raw.at("published.version"), raw.at("draft.version")],
        [venues.V1, 1, 2]
      )
      assert.isNull(raw.at("draft.publishedAt"))
      const never = yield* show("V1_never")
      assert.deepStrictEqual([never.published, never.draft, never.slug, never.hasDraft], [null, null, null, false])
      assert.strictEqual((yield* show("V1_never_draft")).slug, "v1-never-draft")
      assert.deepStrictEqual((yield* show("V1_published")).customDomain, {
        id: customDomains.A_verified,
        hostname: "www.hotels-a.example"
      })
      assert.isNull((yield* show("A_everywhere")).propertyId)
    })
  )

  it.effect("PAR-012: every response about pages has X-Hub-Preview: true, refusals included", () =>
    Effect.gen(function* () {
      const { get, post } = yield* partner
      for (const answer of [
        yield* get("/pages", PA),
        yield* get(`/pages/${idOf("V1_published")}`, {}),
        yield* get("/pages/nothing", PA),
        yield* post(`/pages/${idOf("V1_published")}/publish`, PA)
      ]) {
        assert.strictEqual(answer.headers.get("x-hub-preview"), "true", String(answer.status))
      }
      assert.isNull((yield* get("/loyalty/programs", PA)).headers.get("x-hub-preview"))
    })
  )

  it.effect("A-28: reads seo and theme of the draft, else of the published version, or of version in the query", () =>
    Effect.gen(function* () {
      yield* reset
      yield* seo("V1_published_draft", { title: "Of the draft" })
      yield* theme("V1_published_draft", { borderRadius: 1 })
      const versionsOf = Effect.fnUntraced(function* (query: Versions) {
        const settings = yield* seoOf("V1_published_draft", query)
        const look = yield* themeOf("V1_published_draft", query)
        return [settings.version, settings.seo.title, look.version, look.theme.borderRadius]
      })
      assert.deepStrictEqual(yield* versionsOf({}), [4, "Of the draft", 4, 1])
      assert.deepStrictEqual(yield* versionsOf({ version: "draft" }), [4, "Of the draft", 4, 1])
      assert.deepStrictEqual(yield* versionsOf({ version: "published" }), [1, null, 1, 12])
      assert.strictEqual((yield* seoOf("V1_published")).version, 1)
      assert.deepStrictEqual(yield* Effect.flip(seoOf("V1_published", { version: "draft" })), new DraftNotFound())
      assert.deepStrictEqual(yield* Effect.flip(themeOf("V1_never")), new DraftNotFound())
      assert.deepStrictEqual(yield* Effect.flip(themeOf("V1_never_draft", { version: "published" })), new NotFound({}))
    })
  )

  it.effect("PAR-075: previews the current draft as escaped HTML; a page without a draft is DraftNotFound", () =>
    Effect.gen(function* () {
      yield* reset
      const preview = (name: string) => previewPage({ params: params(name) }).pipe(using(PA))
      yield* change("V1_published_draft", {
        title: "<script>alert(1)</script>",
        blocks: [
          { type: "offers", offerIds: [offers["dinner"] ?? "", offers["draft"] ?? "", offers["ended"] ?? ""] },
          { type: "perks", benefitIds: [benefits["paused"] ?? "", benefits["former"] ?? ""] },
          { type: "map" }
        ]
      })
      const { html, model, pageGroupId, version } = yield* preview("V1_published_draft")
      assert.deepStrictEqual([pageGroupId, version, model.version], [idOf("V1_published_draft"), 3, 3])
      assert.include(html, "&lt;script&gt;alert(1)&lt;/script&gt;")
      assert.notInclude(html, "<script>alert")
      assert.deepStrictEqual(
        model.blocks.map((block) =>
          block.type === "offers" ? block.offers.map(({ offerId }) => offerId) : block.type
        ),
        [[offers["dinner"]], "map"]
      )
      assert.strictEqual(model.venue?.propertyId, venues.V1)
      assert.notInclude((yield* show("V1_published_draft")).published?.title ?? "", "script")
      assert.deepStrictEqual(yield* Effect.flip(preview("V1_published")), new DraftNotFound())
      assert.deepStrictEqual(yield* Effect.flip(preview("V1_never")), new DraftNotFound())
    })
  )

  it.effect("PAR-078: lists the organization's verified domains, each with the page that uses it", () =>
    Effect.gen(function* () {
      yield* reset
      const { items } = yield* listEligibleDomains({ params: params("V1_never") }).pipe(using(PA))
      assert.deepStrictEqual(items, [
        {
          id: customDomains.A_free,
          hostname: "stay.hotels-a.example",
          status: "verified",
          assignedPageGroupId: null
        },
        {
          id: customDomains.A_verified,
          hostname: "www.hotels-a.example",
          status: "verified",
          assignedPageGroupId: idOf("V1_published")
        }
      ])
    })
  )

  it.effect("PAR-007, PAR-078: assignedPageGroupId is null when the page is out of reach", () =>
    Effect.gen(function* () {
      yield* reset
      yield* assign("V2_never", customDomains.A_free)
      const { items } = yield* listEligibleDomains({ params: params("V1_never") }).pipe(using(PA_v1))
      assert.deepStrictEqual(
        items.map(({ assignedPageGroupId, hostname }) => [hostname, assignedPageGroupId]),
        [
          ["stay.hotels-a.example", null],
          ["www.hotels-a.example", idOf("V1_published")]
        ]
      )
    })
  )

  it.effect("PAR-079: lists the organization's active programs, oldest first", () =>
    Effect.gen(function* () {
      yield* reset
      const ofPage = Effect.map(listGatePrograms({ params: params("V1_never") }).pipe(using(PA)), ({ items }) => items)
      const item = (id: string, name: string) => ({ programId: programs[id] ?? "", name, status: "active" as const })
      assert.deepStrictEqual(yield* ofPage, [item("A", "Program A")])
      for (const id of ["A_archived", "A_draft"]) {
        yield* activateProgram({ params: { programId: programs[id] ?? "" }, headers: freshKey() }).pipe(using(PA))
      }
      assert.deepStrictEqual(yield* ofPage, [
        item("A", "Program A"),
        item("A_draft", "Program A draft"),
        item("A_archived", "Program A archived")
      ])
    })
  )

  it.effect("PAR-082: assigns a verified domain to a page in every state; null unassigns it", () =>
    Effect.gen(function* () {
      for (const state of states) {
        yield* reset
        const name = `V2_${state}`
        const before = yield* show(name)
        const after = yield* assign(name, customDomains.A_free)
        assert.deepStrictEqual(after, {
          ...before,
          customDomain: { id: customDomains.A_free, hostname: "stay.hotels-a.example" },
          updatedAt: after.updatedAt
        })
        assert.deepStrictEqual((yield* assign(name, null)).customDomain, null)
      }
    })
  )

  it.effect("PAR-082: assigning a page's own domain again changes nothing; another domain frees the former one", () =>
    Effect.gen(function* () {
      yield* reset
      const before = yield* show("V1_published")
      assert.deepStrictEqual(yield* assign("V1_published", customDomains.A_verified), before)
      yield* assign("V1_published", customDomains.A_free)
      assert.strictEqual(
        (yield* assign("V1_never", customDomains.A_verified)).customDomain?.id,
        customDomains.A_verified
      )
      assert.deepStrictEqual(yield* auditOf(`page:${idOf("V1_published")}`), [
        {
          action: "page.domain_assigned",
          before: { customDomainId: customDomains.A_verified },
          after: { customDomainId: customDomains.A_free }
        }
      ])
    })
  )

  it.effect("PAR-082, PAR-140: refuses a domain that is unverified, in use, unknown or foreign", () =>
    Effect.gen(function* () {
      yield* reset
      for (const [domain, currentStatus] of [
        ["A_pending", "pending_dns"],
        ["A_verifying", "verifying"],
        ["A_failed", "failed"]
      ] as const) {
        assert.deepStrictEqual(
          yield* Effect.flip(assign("V1_never", customDomains[domain])),
          new CustomDomainNotVerified({ currentStatus })
        )
      }
      assert.deepStrictEqual(yield* Effect.flip(assign("V1_never", customDomains.A_verified)), new CustomDomainInUse())
      const missing = new NotFound({ field: "customDomainId" })
      assert.deepStrictEqual(yield* Effect.flip(assign("V1_never", customDomains.B_free)), missing)
      assert.deepStrictEqual(yield* Effect.flip(assign("V1_never", "nothing")), missing)
      assert.isNull((yield* show("V1_never")).customDomain)
    })
  )

  it.effect("PAR-085: edit opens a copy of the published version, else an empty draft, and keeps an open one", () =>
    Effect.gen(function* () {
      yield* reset
      const { draft, published } = yield* edit("V1_published")
      if (draft === null || published === null) return assert.fail("no version")
      const { publishedAt: _, updatedAt: __, version, ...copied } = draft
      const { publishedAt: ___, updatedAt: ____, version: first, ...original } = published
      assert.deepStrictEqual(copied, original)
      assert.deepStrictEqual([first, version], [1, 2])
      const changed = yield* change("V1_published", { title: "Kept" })
      assert.deepStrictEqual(yield* edit("V1_published"), changed)
      const empty = (yield* edit("V1_never")).draft
      if (empty === null) return assert.fail("no draft")
      assert.deepStrictEqual(empty, {
        version: 1,
        title: "Page V1 never",
        headline: null,
        body: "",
        blocks: [],
        slug: "page-v1-never",
        locale: "en",
        featuredImage: null,
        seo: { title: null, description: null, canonicalUrl: null, robots: "index,follow", ogImageUrl: null },
        theme: { themeKitId: null, colors: {}, fonts: {}, logoUrl: null, borderRadius: 8 },
        memberGate: { enabled: false, programId: null },
        updatedAt: empty.updatedAt,
        publishedAt: null
      })
    })
  )

  it.effect("PAR-086: discard-draft removes the draft; its version number is not reused", () =>
    Effect.gen(function* () {
      yield* reset
      const before = yield* show("V1_published_draft")
      const after = yield* discard("V1_published_draft")
      assert.deepStrictEqual(after, { ...before, hasDraft: false, draft: null, updatedAt: after.updatedAt })
      assert.strictEqual((yield* edit("V1_published_draft")).draft?.version, 3)
    })
  )

  it.effect("PAR-087: publishes the draft; the slug of another published page is DuplicateResource", () =>
    Effect.gen(function* () {
      yield* reset
      yield* change("V1_published_draft", { slug: "v2-published" })
      const before = yield* show("V1_published_draft")
      assert.deepStrictEqual(
        yield* Effect.flip(publish("V1_published_draft")),
        new DuplicateResource({ field: "slug" })
      )
      assert.deepStrictEqual(yield* show("V1_published_draft"), before)
      yield* unpublish("V2_published")
      const published = yield* publish("V1_published_draft")
      assert.deepStrictEqual([published.slug, published.published?.version], ["v2-published", 3])
      yield* edit("V2_published")
      assert.deepStrictEqual(yield* Effect.flip(publish("V2_published")), new DuplicateResource({ field: "slug" }))
    })
  )

  it.effect("PAR-088: unpublish takes a page offline and keeps its draft; publish brings it back", () =>
    Effect.gen(function* () {
      yield* reset
      const offline = yield* unpublish("V1_published_draft")
      assert.deepStrictEqual([offline.status, offline.hasDraft, offline.published?.version], ["offline", true, 1])
      const back = yield* publish("V1_published_draft")
      assert.deepStrictEqual([back.status, back.published?.version, back.draft], ["published", 2, null])
      assert.deepStrictEqual(
        (yield* auditOf(`page:${idOf("V1_published_draft")}`)).map(({ action }) => action),
        ["page.unpublished", "page.published"]
      )
    })
  )

  it.effect("PAR-139: only callers with all venues change organization-wide pages", () =>
    Effect.gen(function* () {
      yield* reset
      const refused = new InsufficientReach({ reason: "all_venues_required" })
      assert.deepStrictEqual(yield* Effect.flip(edit("A_everywhere", PA_v1)), refused)
      assert.deepStrictEqual(yield* Effect.flip(publish("A_everywhere", PA_v1)), refused)
      assert.deepStrictEqual(yield* Effect.flip(change("A_everywhere", { title: "T" }, PA_v1)), refused)
      assert.deepStrictEqual(yield* Effect.flip(assign("A_everywhere", customDomains.A_free, PA_v1)), refused)
      assert.strictEqual((yield* edit("A_everywhere")).hasDraft, true)
      assert.strictEqual((yield* edit("V1_published", PA_v1)).hasDraft, true)
    })
  )
})
