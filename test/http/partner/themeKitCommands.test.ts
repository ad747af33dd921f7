import { assert, layer } from "@effect/vitest"
import { type DateTime, Effect } from "effect"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { InsufficientReach } from "../../../src/domain/access/InsufficientReach.ts"
import { NotFound } from "../../../src/domain/shared/NotFound.ts"
import { ResourceInUse } from "../../../src/domain/shared/ResourceConflicts.ts"
import { auditOf } from "../../support/audited.ts"
import { freshKey } from "../../support/http/clients.ts"
import { key, partner, statusAndCode } from "../../support/partner.ts"
import * as Service from "../../support/http/service.ts"
import { change, create, defaults, duplicate, get, list, remove, setDefault } from "../../support/pages/themeKits.ts"

const { themeKits } = demoIds

type Headers = Readonly<Record<string, string>>

const PA = key("PA")
const PA_v1 = key("PA_v1")
const PB = key("PB")
const needsAllVenues = new InsufficientReach({ reason: "all_venues_required" })
const missing = new NotFound({})
const path = "/v1/partner/theme-kits"

layer(Service.layer())("theme kit commands", (it) => {
  it.effect("PAR-110: duplicate copies a kit under a new name; the copy is unused and not the default", () =>
    Effect.gen(function* () {
      const original = yield* get(themeKits.A_default)
      const copy = yield* duplicate(themeKits.A_default)
      assert.deepStrictEqual(
        { ...copy, updatedAt: original.updatedAt },
        {
          ...original,
          themeKitId: copy.themeKitId,
          name: "House style (copy)",
          isDefault: false,
          usedByPages: 0,
          version: 1
        }
      )
      assert.notStrictEqual(copy.themeKitId, original.themeKitId)
      assert.deepStrictEqual(yield* get(copy.themeKitId), copy)
      assert.deepStrictEqual(yield* get(themeKits.A_default), original)
      assert.strictEqual((yield* duplicate(themeKits.A_used, "Dawn")).usedByPages, 0)
      const long = yield* create({ name: "\u{1f600}".repeat(100) })
      assert.strictEqual((yield* duplicate(long.themeKitId)).name, `${"\u{1f600}".repeat(93)} (copy)`)
      const [entry] = yield* auditOf(`theme_kit:${copy.themeKitId}`)
      assert.deepStrictEqual(
        [entry?.action, Service.at(entry?.after, "copyOf"), Service.at(entry?.after, "name")],
        ["theme_kit.duplicated", themeKits.A_default, "House style (copy)"]
      )
      const { call } = yield* Service.Service
      const bare = yield* call("POST", `${path}/${copy.themeKitId}/duplicate`, { headers: { ...PA, ...freshKey() } })
      assert.deepStrictEqual([bare.status, bare.at("name")], [201, "House style (copy) (copy)"])
    })
  )

  it.effect("PAR-110, PAR-131: deletes a kit; the default and a kit used by a page are resource_in_use", () =>
    Effect.gen(function* () {
      const inUse = (usedBy: string) => new ResourceInUse({ usedBy })
      assert.deepStrictEqual(yield* Effect.flip(remove(themeKits.A_default)), inUse("organization"))
      assert.deepStrictEqual(yield* Effect.flip(remove(themeKits.A_used)), inUse("pages"))
      const { call } = yield* Service.Service
      const raw = yield* call("DELETE", `${path}/${themeKits.A_used}`, { headers: { ...PA, ...freshKey() } })
      assert.deepStrictEqual(statusAndCode(raw), [409, "resource_in_use"])
      const { themeKitId } = yield* create({ name: "Gone", logoUrl: "https://images.example.com/x.svg" })
      yield* remove(themeKitId)
      assert.deepStrictEqual(yield* Effect.flip(get(themeKitId)), missing)
      assert.deepStrictEqual(yield* Effect.flip(remove(themeKitId)), missing)
      const entries = yield* auditOf(`theme_kit:${themeKitId}`)
      assert.deepStrictEqual(entries.slice(1), [
        {
          action: "theme_kit.removed",
          before: {
            name: "Gone",
            colors: {},
            fonts: {},
            logoUrl: "https://images.example.com/x.svg",
            borderRadius: 8
          },
          after: null
        }
      ])
    })
  )

  it.effect("PAR-110: set-default moves the default to another kit; repeating it changes nothing", () =>
    Effect.gen(function* () {
      const [former, next] = [yield* get(themeKits.B_default, PB), yield* get(themeKits.B_used, PB)]
      const made = yield* setDefault(themeKits.B_used, PB)
      assert.deepStrictEqual(
        { ...made, updatedAt: next.updatedAt },
        { ...next, isDefault: true, version: next.version + 1 }
      )
      assert.deepStrictEqual(yield* defaults(PB), [themeKits.B_used])
      const after = yield* get(themeKits.B_default, PB)
      assert.deepStrictEqual([after.isDefault, after.version], [false, former.version + 1])
      assert.isTrue(after.updatedAt.epochMilliseconds > former.updatedAt.epochMilliseconds)
      assert.deepStrictEqual(yield* setDefault(themeKits.B_used, PB), made)
      assert.deepStrictEqual(yield* auditOf(`theme_kit:${themeKits.B_used}`), [
        {
          action: "theme_kit.made_default",
          before: { defaultThemeKitId: themeKits.B_default },
          after: { defaultThemeKitId: themeKits.B_used }
        }
      ])
      assert.deepStrictEqual(yield* auditOf(`theme_kit:${themeKits.B_default}`), [])
      assert.deepStrictEqual(yield* defaults(), [themeKits.A_default])
      yield* remove(themeKits.B_default, PB)
      assert.deepStrictEqual(
        yield* Effect.flip(remove(themeKits.B_used, PB)),
        new ResourceInUse({ usedBy: "organization" })
      )
    })
  )

  it.effect("PAR-139: writes need all venues, else InsufficientReach; foreign and unknown kits are NotFound", () =>
    Effect.gen(function* () {
      const before = yield* list()
      const writes = (id: string, headers: Headers) => [
        Effect.flip(change(id, { name: "x", expectedVersion: 99 }, undefined, headers)),
        Effect.flip(remove(id, headers)),
        Effect.flip(duplicate(id, "x", headers)),
        Effect.flip(setDefault(id, headers))
      ]
      assert.deepStrictEqual(yield* Effect.flip(create({}, PA_v1)), needsAllVenues)
      for (const id of [themeKits.A_default, themeKits.A_used, themeKits.A_free]) {
        for (const refused of writes(id, PA_v1)) assert.deepStrictEqual(yield* refused, needsAllVenues)
      }
      for (const headers of [PA, PA_v1]) {
        for (const id of [themeKits.B_free, "nothing"]) {
          for (const refused of writes(id, headers)) assert.deepStrictEqual(yield* refused, missing)
        }
      }
      assert.deepStrictEqual(yield* list(), before)
    })
  )

  it.effect("PAR-110: reads and writes of kits need separate scopes; neither implies the other", () =>
    Effect.gen(function* () {
      const { get: send, post } = yield* partner
      const [reader, writer] = [key("PA_partner_theme-kits_read"), key("PA_partner_theme-kits_manage")]
      const body = { name: "Scoped", colors: {}, fonts: {} }
      const refused = [403, "insufficient_scope"]
      for (const target of ["/theme-kits", `/theme-kits/${themeKits.A_free}`]) {
        assert.strictEqual((yield* send(target, reader)).status, 200)
        assert.deepStrictEqual(statusAndCode(yield* send(target, writer)), refused)
      }
      for (const [target, payload] of [
        ["/theme-kits", body],
        [`/theme-kits/${themeKits.A_free}/duplicate`, {}],
        [`/theme-kits/${themeKits.A_default}/set-default`, undefined]
      ] as const) {
        assert.deepStrictEqual(statusAndCode(yield* post(target, reader, payload)), refused)
        assert.include([200, 201], (yield* post(target, writer, payload)).status)
      }
      const { call } = yield* Service.Service
      for (const [method, payload, status] of [
        ["PATCH", { name: "Scoped" }, 200],
        ["DELETE", undefined, 204]
      ] as const) {
        const write = (headers: Headers) =>
          call(method, `${path}/${themeKits.A_free}`, { headers: { ...headers, ...freshKey() }, body: payload })
        assert.deepStrictEqual(statusAndCode(yield* write(reader)), refused, method)
        assert.strictEqual((yield* write(writer)).status, status, method)
      }
      const pages = [key("PA_partner_pages_read"), key("PA_partner_pages_manage")]
      for (const headers of pages) assert.deepStrictEqual(statusAndCode(yield* send("/theme-kits", headers)), refused)
    })
  )
})

const withoutKits = (now: DateTime.Utc) => ({ ...demoDataset(now), themeKits: [] })

layer(Service.layer({ dataset: withoutKits }))("theme kits of an organization without any", (it) => {
  it.effect("PAR-110: the first kit of an organization is its default, the next ones are not", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* list()).total, 0)
      const first = yield* create({ name: "First" })
      assert.isTrue(first.isDefault)
      assert.isFalse((yield* create({ name: "Second" })).isDefault)
      assert.isFalse((yield* duplicate(first.themeKitId)).isDefault)
      assert.isTrue((yield* create({}, PB)).isDefault, "of another organization")
      assert.deepStrictEqual(yield* defaults(), [first.themeKitId])
      const [entry] = yield* auditOf(`theme_kit:${first.themeKitId}`)
      assert.strictEqual(Service.at(entry?.after, "isDefault"), true)
    })
  )
})
