import { assert, type Vitest } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { HubCaller } from "../../src/domain/access/HubCaller.ts"
import type { Authority } from "../../src/domain/access/Authority.ts"
import { hubPermissions } from "../../src/domain/access/hubPermissions.ts"
import { ActionId } from "../../src/domain/actions/Action.ts"
import type { BrandRow } from "../../src/domain/brands/BrandRow.ts"
import { listBrands } from "../../src/domain/brands/listBrands.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { readMessaging } from "../../src/domain/messaging/readMessaging.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as RowStoreLayer from "../../src/layers/RowStoreLayer.ts"
import { twin } from "../support/memberServices.ts"
import { action, event, message, messagingDataset, minute } from "../support/datasets/messagingDataset.ts"
import { asCaller, messagingPermissions } from "../support/messagingServices.ts"
import { twins } from "../support/twins.ts"

const organizationId = OrganizationId.make(1)
const workspaceId = WorkspaceId.make(1)
const conversationId = 1

/** Places of rows, from 10 on. Places between two rows are free, so that a row can be inserted anywhere. */
const places = Array.from({ length: 250 }, (_, index) => 10 * (index + 1))
const nameAt = (place: number) => `Brand ${String(place).padStart(5, "0")}`

const brand = (place: number): BrandRow => ({
  id: place,
  organizationId,
  documentId: `at-${place}`,
  name: nameAt(place),
  slug: `brand-${place}`,
  status: "active",
  logoUrl: null,
  description: null,
  createdAt: minute(0),
  updatedAt: minute(0)
})

const messageAt = (place: number) => message(place, conversationId, place, { xid: `at-${place}` })
const actionAt = (place: number) => action(place, 1, place, { xid: `at-${place}` })
const eventAt = (place: number) => event(1, place, { xid: `at-${place}`, resourceId: 10 })

const dataset: Dataset = {
  ...messagingDataset,
  brands: places.slice(0, 30).map(brand),
  properties: [],
  conversations: messagingDataset.conversations.map((one) => ({ ...one, messages: 2500 })),
  messages: places.map(messageAt),
  actions: places.map(actionAt),
  messagingEvents: places.map(eventAt),
  workspaceCounters: [{ workspaceId, events: 9999, oldestEvent: 1, actions: 2500 }],
  messagingGrants: messagingDataset.messagingGrants.map((grant) => ({
    ...grant,
    permissions: [...messagingPermissions]
  }))
}

interface Page {
  readonly items: ReadonlyArray<{ readonly id: string }>
  /** Null on the last page. */
  readonly next: string | null
}

const provided = {
  layerMemory: Layer.merge(twin.layerMemory, RowStoreLayer.layerMemory),
  layerSql: Layer.merge(twin.layerSql, RowStoreLayer.layerSql)
}

type Change = Effect.Effect<unknown, unknown, RowStore>

/** A paged list of the service, the places of its rows in its order, and changes of the row at a place. */
interface Walk {
  readonly pageSize: number
  readonly rows: ReadonlyArray<number>
  readonly page: (
    from: string | undefined
  ) => Effect.Effect<Page, unknown, HubCaller | Authority | Layer.Success<(typeof provided)["layerSql"]>>
  readonly insert: (place: number) => Change
  readonly remove: (place: number) => Change
  readonly rename: (place: number, text: string) => Change
}

const walks: Readonly<Record<string, Walk>> = {
  brands: {
    pageSize: 7,
    rows: places.slice(0, 30),
    page: (from) =>
      Effect.map(
        listBrands({ limit: 7, cursor: from }),
        ({ items, nextCursor }): Page => ({ items, next: nextCursor })
      ),
    insert: (place) => RowStore.use((rows) => rows.of("brands").insert(brand(place))),
    remove: (place) => RowStore.use((rows) => rows.of("brands").remove({ organizationId, id: place })),
    rename: (place, name) => RowStore.use((rows) => rows.of("brands").update({ organizationId, id: place }, { name }))
  },
  thread: {
    pageSize: 100,
    rows: places.toReversed(),
    page: (from) =>
      Effect.map(
        readMessaging({ view: "thread", scope: "ws-1", guest: "g1", before: from }),
        (page): Page => ({ items: page.items, next: "nextCursor" in page ? page.nextCursor : null })
      ),
    insert: (place) => RowStore.use((rows) => rows.of("messages").insert(messageAt(place))),
    remove: (place) => RowStore.use((rows) => rows.of("messages").remove({ conversationId, id: place })),
    rename: (place, body) => RowStore.use((rows) => rows.of("messages").update({ conversationId, id: place }, { body }))
  },
  actions: {
    pageSize: 100,
    rows: places.toReversed(),
    page: (from) =>
      Effect.map(
        readMessaging({ view: "actions", scope: "ws-1", before: from }),
        (page): Page => ({ items: page.items, next: "nextCursor" in page ? page.nextCursor : null })
      ),
    insert: (place) => RowStore.use((rows) => rows.of("actions").insert(actionAt(place))),
    remove: (place) => RowStore.use((rows) => rows.of("actions").remove({ workspaceId, id: ActionId.make(place) })),
    rename: (place, title) =>
      RowStore.use((rows) => rows.of("actions").update({ workspaceId, id: ActionId.make(place) }, { title }))
  },
  events: {
    pageSize: 100,
    rows: places,
    page: (from) =>
      Effect.map(
        readMessaging({ view: "events", scope: "ws-1", after: Number(from ?? 0) }),
        (page): Page => ({ items: page.items, next: "hasMore" in page && page.hasMore ? String(page.nextAfter) : null })
      ),
    insert: (place) => RowStore.use((rows) => rows.of("messagingEvents").insert(eventAt(place))),
    remove: (place) => RowStore.use((rows) => rows.of("messagingEvents").remove({ workspaceId, sequence: place })),
    rename: (place, actorId) =>
      RowStore.use((rows) => rows.of("messagingEvents").update({ workspaceId, sequence: place }, { actorId }))
  }
}

/** The row that changes after the first page was read: near the page's end, or far from it. */
const spots = {
  "the first row": () => 0,
  "the last row of the page": ({ pageSize }: Walk) => pageSize - 1,
  "the first row of the next page": ({ pageSize }: Walk) => pageSize,
  "a row far behind": ({ pageSize }: Walk) => 2 * pageSize + 3,
  "the last row": ({ rows }: Walk) => rows.length - 1
}

/** Changes of the row at a place. Each returns the place of the row that is changed, removed or inserted. */
const changes = {
  "is renamed to the front": (walk: Walk, place: number) => Effect.as(walk.rename(place, "A"), place),
  "is renamed to the end": (walk: Walk, place: number) => Effect.as(walk.rename(place, "Z"), place),
  "is removed": (walk: Walk, place: number) => Effect.as(walk.remove(place), place),
  "gets a row before it": (walk: Walk, place: number) => Effect.as(walk.insert(place - 1), place - 1),
  "gets a row after it": (walk: Walk, place: number) => Effect.as(walk.insert(place + 1), place + 1)
}

const cases = Object.entries(walks).flatMap(([name, walk]) =>
  Object.entries(spots).flatMap(([spot, indexIn]) =>
    Object.entries(changes).map(([change, apply]) => ({
      title: `in a walk of ${name}, ${spot} ${change}`,
      walk,
      place: walk.rows[indexIn(walk)] ?? assert.fail(spot),
      apply
    }))
  )
)

const placesOf = ({ items }: Page) => items.map(({ id }) => Number(id.slice("at-".length)))

/** Rolls back what `effect` wrote, and returns its result. */
const undone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flip(atomically(Effect.flatMap(Effect.orDie(effect), (value) => Effect.fail(value))))

/** Reads the first page, makes the change, and walks on to the end. */
const walkWith = Effect.fnUntraced(function* (walk: Walk, change: Effect.Effect<number, unknown, RowStore>) {
  const first: Page = yield* walk.page(undefined)
  const changed = yield* change
  const following: Array<number> = []
  let next = first.next
  while (next !== null) {
    const page: Page = yield* walk.page(next)
    following.push(...placesOf(page))
    next = page.next
  }
  return { first: placesOf(first), changed, following }
})

const contract = (it: Vitest.MethodsNonLive<Layer.Success<(typeof provided)["layerSql"]>>) => {
  for (const { apply, place, title, walk } of cases) {
    it.effect(`HUB-019, HUB-041, HUB-043: ${title}, and no other row is missed or repeated`, () =>
      Effect.gen(function* () {
        const { changed, first, following } = yield* undone(walkWith(walk, apply(walk, place)))
        assert.deepStrictEqual(
          [...first, ...following].filter((row) => row !== changed),
          walk.rows.filter((row) => row !== changed)
        )
        assert.isAtMost(following.filter((row) => row === changed).length, 1)
      }).pipe(asCaller({ permissions: hubPermissions }))
    )
  }
}

twins("keyset walks", provided, dataset, contract)
