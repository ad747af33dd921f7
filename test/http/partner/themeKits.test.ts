import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { StaleVersion } from "../../../src/domain/shared/ResourceConflicts.ts"
import type { ThemeKitView } from "../../../src/domain/themes/ThemeKitView.ts"
import { auditOf } from "../../support/audited.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"
import { type Change, change, create, defaults, duplicate, get, list } from "../../support/pages/themeKits.ts"

const { organizations, themeKits } = demoIds

const PA = key("PA")
const PA_v1 = key("PA_v1")
const missing = new NotFound({})

const namesOf = ({ items }: { readonly items: ReadonlyArray<ThemeKitView> }) => items.map(({ name }) => name)

const pageVersions = Effect.map(
  Effect.flatMap(Service.Service, ({ rows }) => rows),
  (rows) => [...rows].filter((row) => row.startsWith("pageVersions ")).toSorted()
)

layer(Service.layer())("theme kits", (it) => {
  it.effect("PAR-110, PAR-139: lists all kits of the organization by name, whatever the caller's venues", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(namesOf(yield* list()), ["Evening", "House style", "Season"])
      assert.deepStrictEqual(yield* list(PA_v1), yield* list())
      assert.deepStrictEqual(namesOf(yield* list(PA, { q: "SÉAS" })), ["Season"])
      assert.deepStrictEqual(namesOf(yield* list(PA, { q: "%" })), [])
      const pages = yield* Effect.forEach([0, 1, 2, 3], (offset) => list(PA, { limit: 1, offset }))
      assert.deepStrictEqual(pages.flatMap(namesOf), ["Evening", "House style", "Season"])
      assert.deepStrictEqual([...new Set(pages.map(({ total }) => total))], [3])
      assert.strictEqual((yield* list(key("PADM"))).total, 6)
      const { get: send } = yield* partner
      const ofB = yield* send(`/theme-kits?organizationId=${organizations.B}`, key("PADM"))
      assert.sameMembers(
        [...ofB.each("items", "themeKitId")],
        [themeKits.B_default, themeKits.B_used, themeKits.B_free]
      )
    })
  )

  it.effect("PAR-110, PAR-139: usedByPages counts pages of the whole organization, whatever the caller's venues", () =>
    Effect.gen(function* () {
      const { get: send } = yield* partner
      const raw = yield* send(`/theme-kits/${themeKits.A_used}`, PA)
      assert.strictEqual(
        Service.keysOf(raw.body).join(" "),
        "themeKitId name colors fonts logoUrl borderRadius isDefault usedByPages version updatedAt warnings"
      )
      assert.deepStrictEqual([raw.headers.get("etag"), raw.at("isDefault"), raw.at("borderRadius")], ['"1"', false, 12])
      assert.isAbove(Number(raw.at("usedByPages")), 3)
      assert.deepStrictEqual(yield* get(themeKits.A_used, PA_v1), yield* get(themeKits.A_used))
      assert.deepStrictEqual(
        [(yield* get(themeKits.A_free)).usedByPages, yield* defaults()],
        [0, [themeKits.A_default]]
      )
      for (const id of [themeKits.B_used, "nothing"]) assert.deepStrictEqual(yield* Effect.flip(get(id)), missing)
    })
  )

  it.effect("PAR-110: creates a kit; omitted fields get the defaults of pages", () =>
    Effect.gen(function* () {
      const made = yield* create({ name: "Plain" })
      assert.deepStrictEqual(
        { ...made, themeKitId: "", updatedAt: "" },
        {
          themeKitId: "",
          name: "Plain",
          colors: {},
          fonts: {},
          logoUrl: null,
          borderRadius: 8,
          isDefault: false,
          usedByPages: 0,
          version: 1,
          updatedAt: "",
          warnings: []
        }
      )
      assert.deepStrictEqual(yield* get(made.themeKitId), made)
      const logoUrl = "https://images.example.com/logo.svg"
      const whole = yield* create({
        name: "Plain",
        colors: { text: "#ABCDEF" },
        fonts: { body: "Lora" },
        logoUrl,
        borderRadius: 0
      })
      assert.deepStrictEqual(
        [whole.colors, whole.fonts, whole.logoUrl, whole.borderRadius],
        [{ text: "#ABCDEF" }, { body: "Lora" }, logoUrl, 0]
      )
      assert.deepStrictEqual(yield* auditOf(`theme_kit:${whole.themeKitId}`), [
        {
          action: "theme_kit.created",
          before: null,
          after: {
            name: "Plain",
            colors: { text: "#ABCDEF" },
            fonts: { body: "Lora" },
            logoUrl,
            borderRadius: 0,
            isDefault: false
          }
        }
      ])
    })
  )

  it.effect("PAR-110: an invalid colour, font, logo, radius or name is 400 with its field, and nothing is stored", () =>
    Effect.gen(function* () {
      const { get: send, post } = yield* partner
      const before = yield* send("/theme-kits", PA)
      const fine = { name: "N", colors: {}, fonts: {} }
      for (const [field, body] of [
        ["colors.primary", { ...fine, colors: { primary: "red" } }],
        ["colors.primary", { ...fine, colors: { primary: "#fff" } }],
        ["colors.primary", { ...fine, colors: { primary: "#ffffff;x" } }],
        ["colors.primary", { ...fine, colors: { primary: null } }],
        ["colors.link", { ...fine, colors: { link: "#ffffff" } }],
        ["fonts.body", { ...fine, fonts: { body: "Comic Sans MS" } }],
        ["logoUrl", { ...fine, logoUrl: "http://images.example.com/x.svg" }],
        ["logoUrl", { ...fine, logoUrl: "javascript:alert(1)" }],
        ["borderRadius", { ...fine, borderRadius: 65 }],
        ["borderRadius", { ...fine, borderRadius: 1.5 }],
        ["name", { ...fine, name: " " }],
        ["name", { ...fine, name: "x".repeat(101) }],
        ["colors", { name: "N", fonts: {} }],
        ["fonts", { name: "N", colors: {} }]
      ] as const) {
        const answer = yield* post("/theme-kits", PA, body)
        assert.deepStrictEqual(statusAndCode(answer), [400, "invalid_parameter"], JSON.stringify(body))
        assert.deepStrictEqual(answer.each("errors", "field"), [field])
      }
      assert.deepStrictEqual((yield* send("/theme-kits", PA)).body, before.body)
    })
  )

  it.effect("PAR-110: PATCH merges colours and fonts by token; null removes one; equal values change nothing", () =>
    Effect.gen(function* () {
      const colors = { primary: "#0b5d78", text: "#101010" }
      const made = yield* create({ name: "Merged", colors, fonts: { body: "Lora" }, borderRadius: 4 })
      const { themeKitId } = made
      const { body: merged } = yield* change(themeKitId, {
        colors: { text: "#202020", accent: "#a63d40" },
        fonts: { heading: "Lato" }
      })
      assert.deepStrictEqual(
        { ...merged, updatedAt: made.updatedAt },
        {
          ...made,
          colors: { primary: "#0b5d78", text: "#202020", accent: "#a63d40" },
          fonts: { body: "Lora", heading: "Lato" },
          version: 2
        }
      )
      assert.isTrue(merged.updatedAt.epochMilliseconds > made.updatedAt.epochMilliseconds)
      const same: ReadonlyArray<Change> = [
        { colors: { text: "#202020", muted: null } },
        { colors: {}, fonts: {} },
        { name: "Merged", borderRadius: 4, logoUrl: null }
      ]
      for (const payload of same) assert.deepStrictEqual((yield* change(themeKitId, payload)).body, merged)
      const { body: bare } = yield* change(themeKitId, {
        colors: { accent: null },
        fonts: { body: null },
        name: "Bare"
      })
      assert.deepStrictEqual(
        [bare.name, bare.colors, bare.fonts],
        ["Bare", { primary: "#0b5d78", text: "#202020" }, { heading: "Lato" }]
      )
      const [, first, second, ...more] = yield* auditOf(`theme_kit:${themeKitId}`)
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual(first, {
        action: "theme_kit.changed",
        before: { colors, fonts: { body: "Lora" } },
        after: { colors: merged.colors, fonts: merged.fonts }
      })
      assert.deepStrictEqual(second?.after, { name: "Bare", colors: bare.colors, fonts: bare.fonts })
    })
  )

  it.effect("PAR-110: a change of a kit leaves the page versions that use it as they are", () =>
    Effect.gen(function* () {
      const before = yield* pageVersions
      const { usedByPages } = yield* get(themeKits.A_used)
      const { body: changed } = yield* change(themeKits.A_used, { colors: { primary: "#000000" }, name: "Midnight" })
      assert.deepStrictEqual([changed.usedByPages, changed.colors.primary], [usedByPages, "#000000"])
      assert.deepStrictEqual(yield* pageVersions, before)
    })
  )

  it.effect(
    "PAR-131: a change of a kit with a stale expectedVersion or If-Match is refused with the current version",
    () =>
      Effect.gen(function* () {
        const { themeKitId } = yield* create({ name: "V1" })
        const first = yield* change(themeKitId, { name: "V2", expectedVersion: 1 }, '"1"')
        assert.deepStrictEqual([first.body.version, first.headers.etag], [2, '"2"'])
        for (const refused of [
          change(themeKitId, { name: "V3", expectedVersion: 1 }),
          change(themeKitId, { name: "V3" }, '"1"'),
          change(themeKitId, { name: "V3", expectedVersion: 2 }, '"1"'),
          change(themeKitId, { name: "V3", expectedVersion: 1 }, '"2"')
        ]) {
          assert.deepStrictEqual(yield* Effect.flip(refused), new StaleVersion({ currentVersion: 2 }))
        }
        assert.strictEqual((yield* change(themeKitId, { name: "V3" }, '"1", "2"')).body.version, 3)
      })
  )

  it.effect("PAR-110: every response with a kit warns of colour pairs with low contrast; none is refused", () =>
    Effect.gen(function* () {
      const warnings = [
        { pair: "text/background", ratio: 2.84, required: 4.5 },
        { pair: "text/surface", ratio: 2.84, required: 4.5 },
        { pair: "primary/background", ratio: 1.07, required: 4.5 },
        { pair: "primary/surface", ratio: 1.07, required: 4.5 }
      ] as const
      const colors = { text: "#999999", surface: "#ffffff", primary: "#ffff00" }
      const made = yield* create({ name: "Pale", colors })
      assert.deepStrictEqual(made.warnings, warnings)
      const { themeKitId } = made
      assert.deepStrictEqual((yield* get(themeKitId)).warnings, warnings)
      assert.deepStrictEqual((yield* list(PA, { q: "Pale" })).items[0]?.warnings, warnings)
      assert.deepStrictEqual((yield* duplicate(themeKitId)).warnings, warnings)
      const { body } = yield* change(themeKitId, { colors: { primary: null } })
      assert.deepStrictEqual(body.warnings, warnings.slice(0, 2))
      assert.deepStrictEqual(
        (yield* change(themeKitId, { colors: { text: "#888888", surface: null } })).body.warnings,
        [
          { pair: "text/background", ratio: 3.54, required: 4.5 },
          { pair: "text/surface", ratio: 3.3, required: 4.5 }
        ]
      )
    })
  )
})
