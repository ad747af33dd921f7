import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { pair } from "../support/servers/processes.ts"
import { postgres } from "../support/servers/servers.ts"
import { codes, done, partnerRead, partnerWrite, race, tally, times, withStatus } from "./racing.ts"

const rounds = times(50)

const pathOf = (name: string) => `/pages/${demoIds.pages[name]}`

const post = (name: string, step: string) => partnerWrite("POST", `${pathOf(name)}/${step}`)
const patch = (name: string, body: unknown) => partnerWrite("PATCH", pathOf(name), body)
const assign = (name: string, customDomainId: string | null) =>
  partnerWrite("PUT", `${pathOf(name)}/custom-domain`, { customDomainId })

const get = (name: string) => done(partnerRead(pathOf(name)))

postgres.describe("pages, two processes over one database", () => {
  layer(pair({ HUB_JOBS: "0" }), { excludeTestServices: true })((it) => {
    it.effect(
      "DOMAIN 8.1, PAR-087: of two that publish one draft at once exactly one does, the other is draft_required",
      () =>
        Effect.gen(function* () {
          for (const round of rounds) {
            const edited = yield* done(post("V1_published", "edit"))
            const replies = yield* race([post("V1_published", "publish"), post("V1_published", "publish")])
            assert.deepStrictEqual(codes(replies).toSorted(), ["200 undefined", "409 draft_required"], `round ${round}`)
            const left = yield* get("V1_published")
            assert.strictEqual(left.at("published.version"), edited.at("draft.version"))
            assert.isNull(left.at("draft"))
          }
        })
    )

    it.effect("PAR-087: of two pages that take one slug at once exactly one is published with it", () =>
      Effect.gen(function* () {
        for (const round of rounds) {
          const slug = `race-${round}`
          const names = ["V1_published_draft", "V2_published_draft"]
          for (const name of names) {
            yield* done(post(name, "edit"))
            yield* done(patch(name, { slug }))
          }
          const replies = yield* race(names.map((name) => post(name, "publish")))
          assert.deepStrictEqual(codes(replies).toSorted(), ["200 undefined", "409 duplicate_resource"])
          const slugs = yield* Effect.forEach(names, (name) => Effect.map(get(name), ({ at }) => at("slug")))
          assert.strictEqual(slugs.filter((one) => one === slug).length, 1)
        }
      })
    )

    it.effect(
      "PAR-081: of two edits of one version of a draft exactly one is made, the other is version_conflict",
      () =>
        Effect.gen(function* () {
          let version = Number((yield* done(post("V2_published", "edit"))).at("draft.version"))
          for (const round of rounds) {
            const replies = yield* race([
              patch("V2_published", { title: `A ${version}`, expectedVersion: version }),
              patch("V2_published", { title: `B ${version}`, expectedVersion: version })
            ])
            assert.deepStrictEqual(
              codes(replies).toSorted(),
              ["200 undefined", "409 version_conflict"],
              `round ${round}`
            )
            version += 1
            assert.strictEqual(withStatus(replies, 409)[0]?.at("details.currentVersion"), version)
          }
        })
    )

    it.effect("PAR-081, PAR-087: an edit that races a publication is published, or refused as draft_required", () =>
      Effect.gen(function* () {
        const seen = new Set<number>()
        for (const round of rounds) {
          const headline = `Round ${round}`
          yield* done(post("A_everywhere", "edit"))
          const calls = [post("A_everywhere", "publish"), patch("A_everywhere", { headline })]
          const replies = yield* race(round % 2 === 0 ? calls : calls.toReversed())
          const edit = replies[round % 2 === 0 ? 1 : 0]
          seen.add(edit?.status ?? 0)
          const left = yield* get("A_everywhere")
          assert.strictEqual(left.at("published.headline") === headline, edit?.status === 200)
          if (edit?.status !== 200) assert.strictEqual(edit?.at("code"), "draft_required")
        }
        assert.includeMembers([200, 409], [...seen])
      })
    )

    it.effect(
      "PAR-082: of two pages that take one domain at once exactly one has it, the other is custom_domain_in_use",
      () =>
        Effect.gen(function* () {
          const names = ["V1_never", "V2_never"]
          const domain = demoIds.customDomains.A_free
          for (const round of rounds) {
            for (const name of names) yield* done(assign(name, null))
            const replies = yield* race(names.map((name) => assign(name, domain)))
            assert.deepStrictEqual(
              codes(replies).toSorted(),
              ["200 undefined", "409 custom_domain_in_use"],
              `round ${round}`
            )
            const owners = yield* Effect.forEach(names, (name) =>
              Effect.map(get(name), ({ at }) => at("customDomain.id"))
            )
            assert.strictEqual(owners.filter((one) => one === domain).length, 1)
          }
        })
    )

    it.effect("PAR-085: several that open a draft at once open one", () =>
      Effect.gen(function* () {
        for (const round of rounds) {
          const replies = yield* race(times(4).map(() => post("V1_offline", "edit")))
          assert.deepStrictEqual(tally(replies), { 200: 4 }, `round ${round}`)
          assert.strictEqual(new Set(replies.map(({ at }) => at("draft.version"))).size, 1)
          yield* done(post("V1_offline", "discard-draft"))
        }
      })
    )
  })
})
