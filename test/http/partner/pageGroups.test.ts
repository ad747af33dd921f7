import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { setTimeout } from "node:timers/promises"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { assign, change, idOf, list, publish, reset, seo, show, states } from "../../support/pages/pages.ts"
import * as Service from "../../support/http/service.ts"

const { customDomains, venues } = demoIds

const statuses: Readonly<Record<string, string>> = {
  never: "never_published",
  never_draft: "never_published",
  offline: "offline",
  offline_draft: "offline",
  published: "published",
  published_draft: "published"
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Times of the service are in milliseconds of the real clock. */
const nextMillisecond = Effect.promise(() => setTimeout(2))

layer(Service.layer())("page groups", (it) => {
  it.effect("PAR-089: a page group names its page, venue, domain, status and draft in every state", () =>
    Effect.gen(function* () {
      yield* reset
      yield* assign("V1_published", null)
      for (const state of states) {
        const page = yield* show(`V1_${state}`)
        assert.deepStrictEqual(
          { ...page, published: page.published?.slug ?? null, draft: page.draft?.slug ?? null },
          {
            pageGroupId: idOf(`V1_${state}`),
            name: `Page V1 ${state.replace("_", " ")}`,
            slug: state === "never" ? null : `v1-${state.replace("_", "-")}`,
            status: statuses[state],
            hasDraft: state.endsWith("_draft"),
            propertyId: venues.V1,
            customDomain: null,
            published: state.startsWith("never") ? null : `v1-${state.replace("_", "-")}`,
            draft: state.endsWith("_draft") ? `v1-${state.replace("_", "-")}` : null,
            createdAt: page.createdAt,
            updatedAt: page.updatedAt
          }
        )
      }
      const { customDomain } = yield* assign("V1_never", customDomains.A_verified)
      assert.deepStrictEqual(customDomain, { id: customDomains.A_verified, hostname: "www.hotels-a.example" })
    })
  )

  it.effect("PAR-089: slug is that of the published version, offline or not, before that of the draft", () =>
    Effect.gen(function* () {
      yield* reset
      assert.strictEqual((yield* change("V1_published_draft", { slug: "x" })).slug, "v1-published-draft")
      assert.strictEqual((yield* change("V1_offline_draft", { slug: "y" })).slug, "v1-offline-draft")
      assert.strictEqual((yield* change("V1_never_draft", { slug: "z" })).slug, "z")
    })
  )

  it.effect("PAR-089: createdAt stays; updatedAt and publishedAt tell when a page and its versions changed", () =>
    Effect.gen(function* () {
      yield* reset
      const before = yield* show("V1_published_draft")
      if (before.published === null || before.draft === null) return assert.fail("no version")
      assert.strictEqual(daysBetween(before.createdAt, before.updatedAt), 50)
      assert.strictEqual(daysBetween(before.createdAt, before.published.updatedAt), 30)
      assert.strictEqual(before.published.publishedAt, before.published.updatedAt)
      assert.deepStrictEqual([before.draft.updatedAt, before.draft.publishedAt], [before.updatedAt, null])
      const changed = yield* change("V1_published_draft", { title: "Later" })
      assert.isAbove(daysBetween(before.updatedAt, changed.updatedAt), 9)
      assert.deepStrictEqual(
        [changed.createdAt, changed.draft?.updatedAt, changed.published],
        [before.createdAt, changed.updatedAt, before.published]
      )
      yield* nextMillisecond
      const published = yield* publish("V1_published_draft")
      assert.isAbove(daysBetween(changed.updatedAt, published.updatedAt), 0)
      assert.deepStrictEqual(
        [published.createdAt, published.published?.updatedAt, published.published?.publishedAt],
        [before.createdAt, changed.updatedAt, published.updatedAt]
      )
    })
  )

  it.effect("PAR-089: the versions of a page group have its search settings", () =>
    Effect.gen(function* () {
      yield* reset
      const settings = {
        title: "T",
        description: "D",
        canonicalUrl: "https://www.example.com/stay",
        robots: "noindex",
        ogImageUrl: "https://images.example.com/1.jpg"
      }
      yield* seo("V1_published_draft", settings)
      const { draft, published } = yield* show("V1_published_draft")
      assert.deepStrictEqual(draft?.seo, settings)
      assert.deepStrictEqual(published?.seo, {
        title: null,
        description: "A place to come back to",
        canonicalUrl: null,
        robots: "index,follow",
        ogImageUrl: null
      })
    })
  )

  it.effect("PAR-089: the list has each page group as it is read alone", () =>
    Effect.gen(function* () {
      yield* reset
      const { items } = yield* list()
      assert.lengthOf(items, 14)
      for (const item of items) {
        const [name = ""] = Object.entries(demoIds.pages).find(([, id]) => id === item.pageGroupId) ?? []
        assert.deepStrictEqual(item, yield* show(name))
      }
    })
  )
})
