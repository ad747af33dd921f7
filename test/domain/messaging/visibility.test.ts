import { assert } from "@effect/vitest"
import { Effect, Layer, Redacted, Tuple } from "effect"
import { IntegrationId } from "../../../src/domain/access/ApiKey.ts"
import { listThreads, readOperatorMessaging } from "../../../src/domain/messaging/readOperatorMessaging.ts"
import { readThread } from "../../../src/domain/messaging/readThread.ts"
import { OperatorId } from "../../../src/domain/operators/Operator.ts"
import { OperatorCaller } from "../../../src/domain/operators/OperatorCaller.ts"
import { OrganizationId } from "../../../src/domain/organizations/Organization.ts"
import * as CursorsLayer from "../../../src/layers/CursorsLayer.ts"
import * as DigestsLayer from "../../../src/layers/DigestsLayer.ts"
import * as ActionsLayer from "../../../src/layers/repositories/ActionsLayer.ts"
import * as CommentsLayer from "../../../src/layers/repositories/CommentsLayer.ts"
import * as ConversationsLayer from "../../../src/layers/repositories/ConversationsLayer.ts"
import * as MessagesLayer from "../../../src/layers/repositories/MessagesLayer.ts"
import * as MessagingEventsLayer from "../../../src/layers/repositories/MessagingEventsLayer.ts"
import * as MessagingGrantsLayer from "../../../src/layers/repositories/MessagingGrantsLayer.ts"
import * as WorkspacesLayer from "../../../src/layers/repositories/WorkspacesLayer.ts"
import { memoryOf, sqlOf } from "../../../src/layers/Twin.ts"
import * as VaultLayer from "../../../src/layers/VaultLayer.ts"
import { asCaller } from "../../support/messagingServices.ts"
import { twins } from "../../support/twins.ts"
import { expectedFor, type ReaderName, visibilityDataset } from "../../support/visibilityModel.ts"

const secret = Redacted.make("a secret for tests")

const cursors = Layer.merge(
  CursorsLayer.layer.pipe(Layer.provide(DigestsLayer.layer(secret))),
  VaultLayer.layer(secret)
)

const repositories = [
  ActionsLayer,
  CommentsLayer,
  ConversationsLayer,
  MessagesLayer,
  MessagingEventsLayer,
  MessagingGrantsLayer,
  WorkspacesLayer
] as const

const twin = {
  layerMemory: Layer.mergeAll(cursors, ...Tuple.map(repositories, memoryOf)),
  layerSql: Layer.mergeAll(cursors, ...Tuple.map(repositories, sqlOf))
}

const integrations = [
  ["integration, workspace", 1],
  ["integration, night team", 2]
] as const satisfies ReadonlyArray<readonly [ReaderName, number]>

const operators = [
  ["operator in no team", "operator", 1],
  ["operator in the night team", "operator", 2],
  ["assistant of an operator in the night team", "assistant", 2]
] as const satisfies ReadonlyArray<readonly [ReaderName, "operator" | "assistant", number]>

const asOperator = (kind: "operator" | "assistant", id: number) =>
  Effect.provideService(OperatorCaller, {
    kind,
    operator: { id: OperatorId.make(id), xid: `operator-${id}`, name: "Operator" },
    organization: { id: OrganizationId.make(1), xid: "org-1" },
    permissions: new Set(["hub:guests:read"])
  })

const idsOf = (page: { readonly items: ReadonlyArray<object> }) => page.items.map((item) => Reflect.get(item, "id"))

twins("random messages read by each reader", twin, visibilityDataset, (it) => {
  it.effect.each(integrations)(
    "HUB-037, HUB-038: each thread holds exactly the messages that the model predicts for %s",
    ([name, id]) =>
      Effect.gen(function* () {
        const expected = expectedFor(name)
        for (const { guestId, ids } of expected) {
          const page = yield* readThread({ view: "thread", scope: "ws-1", guest: guestId })
          assert.deepStrictEqual(idsOf(page), ids, guestId)
        }
        assert.isAbove(expected.flatMap(({ ids }) => ids).length, 50)
      }).pipe(asCaller({ integration: { id: IntegrationId.make(id) } }))
  )

  it.effect.each(operators)(
    "INT-010, INT-012: each thread and its item in the list are what the model predicts for %s",
    ([name, kind, id]) =>
      Effect.gen(function* () {
        const expected = expectedFor(name)
        const list = yield* readOperatorMessaging({ view: "threads", scope: "ws-1" })
        const rows = new Map(list.items.map((item) => [String(Reflect.get(item, "guestId")), item]))
        for (const { guestId, ids, ...counted } of expected) {
          const page = yield* readOperatorMessaging({ view: "thread", scope: "ws-1", guest: guestId })
          assert.deepStrictEqual(idsOf(page), ids, guestId)
          assert.deepStrictEqual<unknown>(rows.get(guestId), { guestId, ...counted })
        }
        assert.isAbove(expected.flatMap(({ ids }) => ids).length, 50)
      }).pipe(asOperator(kind, id))
  )

  it.effect("INT-012, A-148: walks the conversations one per page, with cursors that contain no date", () =>
    Effect.gen(function* () {
      const query = { view: "threads", scope: "ws-1" } as const
      const { items } = yield* listThreads(query)
      let page = yield* listThreads(query, 1)
      const walked = [...page.items]
      while (page.nextCursor !== null) {
        assert.match(page.nextCursor, /^[a-zA-Z0-9][a-zA-Z0-9:._-]{0,179}$/)
        const content = Buffer.from(page.nextCursor.slice("c1.".length), "base64url").toString("latin1")
        assert.notMatch(content, /\d{4}-\d\d-\d\d/)
        page = yield* listThreads({ ...query, before: page.nextCursor }, 1)
        walked.push(...page.items)
      }
      assert.deepStrictEqual(walked, [...items])
      assert.isAbove(items.length, 2)
    }).pipe(asOperator("operator", 1))
  )
})
