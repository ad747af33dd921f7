import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { DraftRequired } from "../../../src/domain/pages/PageErrors.ts"
import { FieldInvalid } from "../../../src/domain/shared/FieldInvalid.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { StaleVersion, StateConflict } from "../../../src/domain/shared/ResourceConflicts.ts"
import { auditOf } from "../../support/audited.ts"
import { freshKey, partnerClient, using } from "../../support/http/clients.ts"
import { change, idOf, reset, seo, seoOf, show, theme, themeOf } from "../../support/pages/pages.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"

const PA = key("PA")

const { archiveProgram } = partnerClient.programs

const { benefits, offers, programs, themeKits } = demoIds

layer(Service.layer())("page edits", (it) => {
  it.effect("PAR-080, PAR-081: PATCH merges fields into the draft only, and increments its version", () =>
    Effect.gen(function* () {
      yield* reset
      const before = yield* show("V1_published_draft")
      const after = yield* change("V1_published_draft", { headline: "New", slug: "new-slug", blocks: [] })
      assert.deepStrictEqual(after.published, before.published)
      assert.deepStrictEqual(after.slug, before.slug)
      const { draft } = before
      if (draft === null || after.draft === null) return assert.fail("no draft")
      assert.deepStrictEqual(after.draft, {
        ...draft,
        version: 3,
        headline: "New",
        slug: "new-slug",
        blocks: [],
        updatedAt: after.draft.updatedAt
      })
      assert.deepStrictEqual(yield* change("V1_published_draft", { headline: "New" }), after)
      assert.deepStrictEqual((yield* change("V1_published_draft", { headline: null })).draft?.headline, null)
      assert.deepStrictEqual(yield* auditOf(`page:${idOf("V1_published_draft")}`), [
        {
          action: "page.draft_changed",
          before: { version: 2 },
          after: { version: 3, changed: ["headline", "blocks", "slug"] }
        },
        { action: "page.draft_changed", before: { version: 3 }, after: { version: 4, changed: ["headline"] } }
      ])
    })
  )

  it.effect(
    "PAR-080, PAR-089: PATCH changes each field alone; every other one, and an omitted part of the gate, stays",
    () =>
      Effect.gen(function* () {
        yield* reset
        const name = "V1_published_draft"
        const edits = [
          { memberGate: { enabled: true, programId: programs["A"] ?? "" } },
          { title: "Another title" },
          { headline: "Another line" },
          { body: "Another *text*." },
          { blocks: [{ type: "map", heading: "Where" }] },
          { slug: "another-slug" },
          { locale: "pt-BR" }
        ] as const
        let expected = (yield* show(name)).draft ?? assert.fail("no draft")
        for (const edit of edits) {
          const { draft } = yield* change(name, edit)
          expected = { ...expected, ...edit, version: expected.version + 1, updatedAt: draft?.updatedAt ?? "" }
          assert.deepStrictEqual(draft, expected)
          assert.deepStrictEqual((yield* show(name)).draft, expected)
        }
        for (const memberGate of [{ enabled: true }, { programId: programs["A"] ?? "" }, {}]) {
          assert.deepStrictEqual((yield* change(name, { memberGate })).draft, expected)
        }
      })
  )

  it.effect("PAR-081: page, theme and SEO edits refuse any expectedVersion but the draft's", () =>
    Effect.gen(function* () {
      yield* reset
      const name = "V1_published_draft"
      const before = yield* show(name)
      const stale = new StaleVersion({ currentVersion: 2 })
      for (const expectedVersion of [1, 3]) {
        assert.deepStrictEqual(yield* Effect.flip(change(name, { title: "T", expectedVersion })), stale)
        assert.deepStrictEqual(yield* Effect.flip(theme(name, { borderRadius: 1, expectedVersion })), stale)
        assert.deepStrictEqual(yield* Effect.flip(seo(name, { title: "T", expectedVersion })), stale)
      }
      assert.deepStrictEqual(yield* show(name), before)
      assert.strictEqual((yield* change(name, { title: "T", expectedVersion: 2 })).draft?.version, 3)
      assert.strictEqual((yield* theme(name, { borderRadius: 1, expectedVersion: 3 })).version, 4)
      assert.strictEqual((yield* seo(name, { title: "T", expectedVersion: 4 })).version, 5)
      assert.deepStrictEqual(
        yield* Effect.flip(change(name, { title: "U", expectedVersion: 4 })),
        new StaleVersion({ currentVersion: 5 })
      )
    })
  )

  it.effect(
    "PAR-080, PAR-140: a gate needs an active program of the organization; a foreign one is not found before any state",
    () =>
      Effect.gen(function* () {
        yield* reset
        const missing = new NotFound({ field: "memberGate.programId" })
        for (const programId of [programs["B"], "nothing"]) {
          const memberGate = { enabled: true, programId: programId ?? "" }
          assert.deepStrictEqual(yield* Effect.flip(change("V1_published_draft", { memberGate })), missing)
          assert.deepStrictEqual(yield* Effect.flip(change("V1_published", { memberGate })), missing)
          const stale = { memberGate: { enabled: false, programId: memberGate.programId }, expectedVersion: 1 }
          assert.deepStrictEqual(yield* Effect.flip(change("V1_published_draft", stale)), missing)
        }
        const draft = { memberGate: { enabled: true, programId: programs["A_draft"] ?? "" } }
        assert.deepStrictEqual(
          yield* Effect.flip(change("V1_published_draft", draft)),
          new StateConflict({ currentStatus: "draft" })
        )
        assert.deepStrictEqual(
          yield* Effect.flip(change("V1_published_draft", { memberGate: { enabled: true } })),
          FieldInvalid.of("memberGate.programId", "Required to enable the gate")
        )
        const gate = { enabled: true, programId: programs["A"] ?? "" }
        assert.deepStrictEqual((yield* change("V1_published_draft", { memberGate: gate })).draft?.memberGate, gate)
        const opened = yield* change("V1_published_draft", { memberGate: { enabled: false } })
        assert.deepStrictEqual(opened.draft?.memberGate, { ...gate, enabled: false })
      })
  )

  it.effect(
    "PAR-081: a missing or stale draft is reported before the gate's program; an explicit null programId before both",
    () =>
      Effect.gen(function* () {
        yield* reset
        const memberGate = { enabled: true }
        const other = { memberGate: { enabled: true, programId: programs["A_draft"] ?? "" } }
        for (const edit of [{ memberGate }, other]) {
          assert.deepStrictEqual(yield* Effect.flip(change("V1_published", edit)), new DraftRequired())
          assert.deepStrictEqual(
            yield* Effect.flip(change("V1_published_draft", { ...edit, expectedVersion: 1 })),
            new StaleVersion({ currentVersion: 2 })
          )
        }
        const needed = FieldInvalid.of("memberGate.programId", "Required to enable the gate")
        for (const name of ["V1_published", "V1_published_draft"] as const) {
          const none = { memberGate: { enabled: true, programId: null } }
          assert.deepStrictEqual(yield* Effect.flip(change(name, none)), needed)
        }
        assert.deepStrictEqual(yield* Effect.flip(change("V1_published_draft", { memberGate })), needed)
      })
  )

  it.effect("PAR-080: an edit may keep a gate whose program was archived, but not set it again", () =>
    Effect.gen(function* () {
      yield* reset
      const programId = programs["A"] ?? ""
      const gate = { enabled: true, programId }
      const name = "V1_published_draft"
      yield* change(name, { memberGate: gate })
      yield* archiveProgram({ params: { programId }, headers: freshKey(), payload: {} }).pipe(using(PA))
      const after = yield* change(name, { title: "Kept", memberGate: gate })
      assert.deepStrictEqual([after.draft?.title, after.draft?.memberGate], ["Kept", gate])
      yield* change(name, { memberGate: { enabled: false, programId: null } })
      assert.deepStrictEqual(
        yield* Effect.flip(change(name, { memberGate: gate })),
        new StateConflict({ currentStatus: "archived" })
      )
    })
  )

  it.effect("PAR-140: an unknown or foreign offer or benefit in a block is not found, before any state", () =>
    Effect.gen(function* () {
      yield* reset
      const missing = new NotFound({ field: "blocks" })
      const own = { type: "offers", offerIds: [offers["dinner"] ?? ""] } as const
      for (const block of [
        { type: "offers", offerIds: [offers["dinner"] ?? "", offers["b_voucher"] ?? ""] },
        { type: "offers", offerIds: ["nothing"] },
        { type: "perks", benefitIds: [benefits["paused_b"] ?? ""] },
        { type: "perks", benefitIds: ["__proto__"] }
      ] as const) {
        assert.deepStrictEqual(yield* Effect.flip(change("V1_published_draft", { blocks: [own, block] })), missing)
        assert.deepStrictEqual(yield* Effect.flip(change("V1_published", { blocks: [block] })), missing)
        const stale = { blocks: [block], expectedVersion: 1 }
        assert.deepStrictEqual(yield* Effect.flip(change("V1_published_draft", stale)), missing)
      }
      const kept = { type: "perks", benefitIds: [benefits["former"] ?? ""] } as const
      assert.deepStrictEqual((yield* change("V1_published_draft", { blocks: [own, kept] })).draft?.blocks, [own, kept])
    })
  )

  it.effect(
    "PAR-140: an offer of a venue out of reach in a block is not found; what the draft names already stays",
    () =>
      Effect.gen(function* () {
        yield* reset
        const ofV2 = {
          ...key("PADM"),
          "X-Emulate-Org-Id": demoIds.organizations["A"] ?? "",
          "X-Emulate-Property-Ids": demoIds.venues["V2"] ?? ""
        }
        const block = { type: "offers", offerIds: [offers["late_checkout"] ?? ""] } as const
        assert.deepStrictEqual(
          yield* Effect.flip(change("V2_published_draft", { blocks: [block] }, ofV2)),
          new NotFound({ field: "blocks" })
        )
        yield* change("V2_published_draft", { blocks: [block] })
        const more = [block, { type: "offers", offerIds: [offers["dinner"] ?? ""] }] as const
        assert.deepStrictEqual((yield* change("V2_published_draft", { blocks: more }, ofV2)).draft?.blocks, more)
      })
  )

  it.effect("PAR-076: PUT seo replaces all settings; omitted ones return to their defaults", () =>
    Effect.gen(function* () {
      yield* reset
      const whole = {
        title: "T",
        description: "D",
        canonicalUrl: "https://www.example.com/stay",
        robots: "noindex,nofollow",
        ogImageUrl: "https://images.example.com/1.jpg"
      }
      const before = yield* show("V1_published_draft")
      assert.deepStrictEqual(yield* seo("V1_published_draft", whole), { version: 3, seo: whole })
      assert.deepStrictEqual(yield* seoOf("V1_published_draft"), { version: 3, seo: whole })
      const bare = { title: "T", description: null, canonicalUrl: null, robots: "index,follow", ogImageUrl: null }
      assert.deepStrictEqual(yield* seo("V1_published_draft", { title: "T" }), { version: 4, seo: bare })
      assert.deepStrictEqual(yield* seoOf("V1_published_draft"), { version: 4, seo: bare })
      assert.deepStrictEqual((yield* show("V1_published_draft")).published, before.published)
    })
  )

  it.effect("PAR-077: PATCH theme merges tokens; a theme kit replaces them all; invalid tokens are 400", () =>
    Effect.gen(function* () {
      yield* reset
      const name = "V1_published_draft"
      const before = yield* show(name)
      const { draft } = before
      if (draft === null) return assert.fail("no draft")
      const one = yield* theme(name, { colors: { primary: "#123456" }, fonts: { body: "Georgia" } })
      assert.deepStrictEqual(one, {
        version: 3,
        theme: {
          ...draft.theme,
          colors: { ...draft.theme.colors, primary: "#123456" },
          fonts: { ...draft.theme.fonts, body: "Georgia" }
        },
        warnings: []
      })
      assert.deepStrictEqual(yield* themeOf(name), one)
      const faint = yield* theme(name, { colors: { text: "#eeeeee", primary: null } })
      assert.deepStrictEqual(
        faint.warnings.map(({ pair }) => pair),
        ["text/background", "text/surface"]
      )
      assert.notProperty(faint.theme.colors, "primary")
      const applied = yield* theme(name, { themeKitId: themeKits.A_free, borderRadius: 2, colors: { text: "#000000" } })
      assert.deepStrictEqual(applied.theme, {
        themeKitId: themeKits.A_free,
        colors: { primary: "#7a1f2b", text: "#000000" },
        fonts: { heading: "Playfair Display", body: "Lato" },
        logoUrl: null,
        borderRadius: 2
      })
      const freed = yield* theme(name, { themeKitId: null, logoUrl: "https://images.example.com/logo.svg" })
      assert.deepStrictEqual(freed.theme, {
        ...applied.theme,
        themeKitId: null,
        logoUrl: "https://images.example.com/logo.svg"
      })
      assert.isNull((yield* theme(name, { logoUrl: null })).theme.logoUrl)
      assert.deepStrictEqual((yield* show(name)).published, before.published)
      const { post } = yield* partner
      assert.strictEqual((yield* post("/pages", PA)).status, 405)
      const { call } = yield* Service.Service
      for (const bad of [
        { colors: { primary: "red" } },
        { colors: { primary: "#12345;" } },
        { colors: { unknown: "#123456" } },
        { fonts: { body: "url(https://x)" } },
        { logoUrl: "http://images.example.com/logo.svg" },
        { logoUrl: "javascript:alert(1)" },
        { borderRadius: 65 }
      ]) {
        const headers = { ...PA, ...freshKey() }
        const answer = yield* call("PATCH", `/v1/partner/pages/${idOf(name)}/theme`, { headers, body: bad })
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(bad))
      }
    })
  )

  it.effect("answers 400 to invalid blocks and fields and to an empty PATCH", () =>
    Effect.gen(function* () {
      yield* reset
      const { call } = yield* Service.Service
      const send = (body: unknown) =>
        call("PATCH", `/v1/partner/pages/${idOf("V1_published_draft")}`, { headers: { ...PA, ...freshKey() }, body })
      for (const bad of [
        { blocks: [{ type: "script" }] },
        { blocks: [{ type: "map", unknown: 1 }] },
        { blocks: [{ type: "image", imageUrl: "data:image/png;base64,AA", alt: "x" }] },
        { blocks: [{ type: "callToAction", heading: "H", button: { label: "B", href: "javascript:alert(1)" } }] },
        { blocks: [{ type: "callToAction", heading: "H", button: { label: "B", href: "//evil.example" } }] },
        { blocks: [{ type: "callToAction", heading: "H", button: { label: "B", href: "/\\evil.example" } }] },
        {
          blocks: [
            { type: "callToAction", heading: "H", button: { label: "B", href: "https://hotel.example@evil.example/" } }
          ]
        },
        { blocks: Array.from({ length: 41 }, () => ({ type: "map" })) },
        { blocks: Array.from({ length: 7 }, () => ({ type: "text", text: "x".repeat(10_000) })) },
        { slug: "Not a slug" },
        { locale: "english" },
        { title: " " },
        { body: "x".repeat(20_001) },
        {}
      ]) {
        assert.deepStrictEqual(
          statusAndCode(yield* send(bad)),
          [400, "invalid_parameter"],
          JSON.stringify(bad).slice(0, 80)
        )
      }
      assert.strictEqual((yield* send({ body: "é".repeat(20_000) })).status, 200)
    })
  )
})
