import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import { pageXids } from "../../../src/demo/demoPages.ts"
import { benefitXid } from "../../../src/demo/demoPerks.ts"
import { RowStore } from "../../../src/domain/dataset/RowStore.ts"
import { PageChanges } from "../../../src/domain/pages/PageChanges.ts"
import { Atomic } from "../../../src/domain/shared/Atomic.ts"
import * as Memory from "../../../src/layers/memory/Memory.ts"
import * as RowStoreLayer from "../../../src/layers/RowStoreLayer.ts"
import { eventually } from "../../support/eventually.ts"
import { pageCall } from "../../support/pages/pageCall.ts"
import { assign, change, edit, publish, unpublish } from "../../support/pages/pages.ts"
import * as Service from "../../support/http/service.ts"

const organizationId = organizationIds.A
const page = "/p/organization-a/v1-published"

/** The services of the server under test, as its writes use them. */
type ServerServices = Parameters<NonNullable<NonNullable<Parameters<typeof Service.layer>[0]>["replace"]>>[0]

for (const store of ["memory", "embedded"] as const) {
  let serverServices: ServerServices = Context.makeUnsafe(new Map())
  const server = Service.layer({
    store,
    replace: (services) => {
      serverServices = services
      return services
    }
  })

  const rowStore = Layer.unwrap(
    Effect.sync(() => {
      const memory = Context.getOption(serverServices, Memory.Memory)
      if (Option.isSome(memory))
        return Layer.provide(RowStoreLayer.layerMemory, Layer.succeed(Memory.Memory, memory.value))
      const sql = Option.getOrThrow(Context.getOption(serverServices, SqlClient.SqlClient))
      return Layer.provide(RowStoreLayer.layerSql, Layer.succeed(SqlClient.SqlClient, sql))
    })
  )

  /** A write in a transaction of the server, published to PageChanges or not. */
  const write = <A, E>(change: (rows: RowStore["Service"]) => Effect.Effect<A, E>, isPublishedChange: boolean) =>
    Effect.gen(function* () {
      const rows = yield* RowStore
      const changes = Context.get(serverServices, PageChanges)
      return yield* Context.get(serverServices, Atomic).run(
        Effect.andThen(isPublishedChange ? changes.publish({ organizationId }) : Effect.void, change(rows))
      )
    }).pipe(Effect.provide(rowStore), Effect.orDie)

  const status = Effect.flatMap(Service.Service, ({ baseUrl }) =>
    Effect.map(pageCall(baseUrl, page), (answer) => answer.status)
  )
  const text = Effect.flatMap(Service.Service, ({ baseUrl }) =>
    Effect.map(pageCall(baseUrl, page), (answer) => answer.text)
  )

  /** Until then an announced change keeps every cached page stale, and hides whether later ones are noticed. */
  const settled = eventually(
    "announced changes have settled",
    Effect.sync(() => Context.get(serverServices, PageChanges).staleBefore(organizationId) < performance.now())
  )

  const setStatus = (isPublished: boolean) => (rows: RowStore["Service"]) =>
    rows
      .of("pageGroups")
      .update(
        { organizationId, xid: pageXids["V1_published"] ?? "" },
        isPublished
          ? { status: "published", publishedSlug: "v1-published" }
          : { status: "offline", publishedSlug: null }
      )

  const setEnabled = (enabled: boolean) => (rows: RowStore["Service"]) =>
    rows.of("benefits").update({ organizationId, xid: benefitXid("welcome_drink") }, { enabled })

  layer(server, { excludeTestServices: true })(`cached pages (${store})`, (it) => {
    it.effect("A-140: the next request sees a change published to PageChanges, and its reversal", () =>
      Effect.gen(function* () {
        for (let round = 0; round < 3; round++) {
          assert.strictEqual(yield* status, 200)
          yield* write(setStatus(false), true)
          assert.strictEqual(yield* status, 410)
          yield* write(setStatus(true), true)
          assert.strictEqual(yield* status, 200)
          assert.include(yield* text, "Welcome drink")
          yield* write(setEnabled(false), true)
          assert.notInclude(yield* text, "Welcome drink")
          yield* write(setEnabled(true), true)
        }
      })
    )

    it.effect("PAR-080, PAR-081: the new slug of a draft serves the page once it is published, and not before", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Service.Service
        const statuses = Effect.forEach(["v2-published-draft", "renamed"], (slug) =>
          Effect.map(pageCall(baseUrl, `/p/organization-a/${slug}`), (answer) => answer.status)
        )
        yield* change("V2_published_draft", { slug: "renamed" })
        assert.deepStrictEqual(yield* statuses, [200, 404])
        yield* publish("V2_published_draft")
        assert.deepStrictEqual(yield* statuses, [404, 200])
      })
    )

    it.effect("A-140: a change not published to PageChanges is seen within 5 seconds", () =>
      Effect.gen(function* () {
        yield* settled
        assert.include(yield* text, "Welcome drink")
        yield* write(setEnabled(false), false)
        yield* eventually(
          "the benefit is gone",
          Effect.map(text, (html) => !html.includes("Welcome drink")),
          5
        )
        yield* write(setEnabled(true), false)
        yield* write(setStatus(false), false)
        yield* eventually(
          "the page is gone",
          Effect.map(status, (code) => code === 410),
          5
        )
        yield* write(setStatus(true), true)
        assert.strictEqual(yield* status, 200)
      })
    )

    it.effect(
      "A-140, PAR-088: the next request sees what a partner publishes, takes offline, or assigns to no domain",
      () =>
        Effect.gen(function* () {
          const { baseUrl } = yield* Service.Service
          const root = Effect.map(
            pageCall(baseUrl, "/", { headers: { host: "www.hotels-a.example" } }),
            (answer) => answer.status
          )
          yield* edit("V1_published")
          yield* change("V1_published", { headline: "As of now" })
          yield* settled
          assert.notInclude(yield* text, "As of now")
          yield* publish("V1_published")
          assert.include(yield* text, "As of now")
          yield* settled
          assert.strictEqual(yield* root, 200)
          yield* unpublish("V1_published")
          assert.deepStrictEqual([yield* root, yield* status], [410, 410])
          yield* edit("V1_published")
          yield* publish("V1_published")
          yield* settled
          assert.strictEqual(yield* root, 200)
          yield* assign("V1_published", null)
          assert.strictEqual(yield* root, 404)
          yield* settled
          assert.strictEqual(yield* status, 200)
        })
    )
  })
}
