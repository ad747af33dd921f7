import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../../src/demo/demoIds.ts"
import { messageXid } from "../../../src/demo/demoMessages.ts"
import { messagePlan } from "../../../src/demo/messagePlan.ts"
import * as Messaging from "../../support/messaging.ts"
import { at, keysOf } from "../../support/http/service.ts"

const { dataset, poll, read, refused } = Messaging
const events = (query: Record<string, string> = {}) => ({ view: "events", ...query })

const main = 401
const stored = dataset.messagingEvents.filter((event) => event.workspaceId === main)
const head = stored.length
const night = dataset.teams[0]?.id

/** Sequences of the events on these types of resource visible to a grant for the whole workspace, ascending. */
const visible = (kinds: ReadonlyArray<string>) =>
  stored
    .filter((event) => {
      if (!kinds.includes(event.resourceType)) return false
      if (event.resourceType === "action") {
        return dataset.actions.find((action) => action.id === event.resourceId)?.audienceKind === "workspace"
      }
      const message = dataset.messages.find((one) => one.id === event.resourceId)
      return (
        message?.audienceKind === "workspace" &&
        !(message.isSensitive || message.sourceDerived || message.aiPrivate || message.deletedAt !== null)
      )
    })
    .map((event) => event.sequence)
    .toSorted((a, b) => a - b)

const sequences = (all: ReadonlyArray<unknown>) => all.map((event) => Number(at(event, "sequence")))

layer(Messaging.layer())("readMessaging view=events", (it) => {
  it.effect("HUB-040, HUB-041, HUB-047: polls the feed ascending to its head, each visible event once", () =>
    Effect.gen(function* () {
      const feed = yield* poll("KH_all")
      assert.deepStrictEqual(sequences(feed.events), visible(["action", "message"]))
      assert.strictEqual(feed.next, head)
      assert.strictEqual(feed.pages.length, Math.ceil(head / 100))
      for (const [index, page] of feed.pages.entries()) {
        assert.deepStrictEqual(keysOf(page.body), ["view", "scope", "items", "nextAfter", "hasMore"])
        assert.strictEqual(page.at("nextAfter"), Math.min(100 * (index + 1), head))
        assert.isAtMost(page.each("items").length, 100)
      }
    })
  )

  it.effect("HUB-040: a page of invisible events is empty, and nextAfter passes them", () =>
    Effect.gen(function* () {
      const hidden = stored
        .filter((event) => {
          const action = dataset.actions.find((one) => one.id === event.resourceId)
          return event.resourceType === "action" && action?.teamId === night
        })
        .map((event) => event.sequence)
      const start = hidden.find(
        (sequence) => hidden.includes(sequence + 99) && hidden.indexOf(sequence + 99) - hidden.indexOf(sequence) === 99
      )
      assert.isNumber(start)
      const page = yield* read("KH_all", events({ after: String(Number(start) - 1) }))
      assert.deepStrictEqual(
        [page.at("items"), page.at("nextAfter"), page.at("hasMore")],
        [[], Number(start) + 99, true]
      )
    })
  )

  it.effect("HUB-033, HUB-043: `after` is exclusive, and reading consumes nothing", () =>
    Effect.gen(function* () {
      const [first, second] = sequences((yield* read("KH_all", events())).each("items"))
      const rest = yield* read("KH_all", events({ after: String(first) }))
      assert.strictEqual(sequences(rest.each("items"))[0], second)
      assert.strictEqual((yield* read("KH_all", events({ after: String(first) }))).text, rest.text)
      assert.deepStrictEqual((yield* poll("KH_other")).events, (yield* poll("KH_all")).events)
    })
  )

  it.effect("HUB-036: omits events on resources that the key may not read", () =>
    Effect.gen(function* () {
      const feed = yield* poll("KH_events_actions")
      assert.deepStrictEqual(sequences(feed.events), visible(["action"]))
      for (const event of feed.events) assert.match(String(at(event, "kind")), /^action\./)
      assert.strictEqual(feed.next, head)
    })
  )

  it.effect("HUB-037: only a grant that covers a team sees events on its resources", () =>
    Effect.gen(function* () {
      const ofTeam = demoIds.actions.teamNight1
      const hasTeamEvent = (all: ReadonlyArray<unknown>) => all.some((event) => at(event, "resource.id") === ofTeam)
      assert.isFalse(hasTeamEvent((yield* poll("KH_all")).events))
      assert.isTrue(hasTeamEvent((yield* poll("KH_team")).events))
      const byNight = (yield* poll("KH_night")).events
      assert.isTrue(hasTeamEvent(byNight))
      assert.isFalse(byNight.some((event) => at(event, "resource.id") === demoIds.actions.unowned1))
    })
  )

  it.effect("HUB-038, HUB-042: no event refers to an excluded message or contains a text", () =>
    Effect.gen(function* () {
      const excluded = new Set(
        messagePlan.filter((fact) => fact.excluded !== undefined).map((fact) => messageXid(fact.name))
      )
      const feed = yield* poll("KH_team")
      for (const event of feed.events) {
        assert.deepStrictEqual(keysOf(at(event, "resource")), ["type", "id"])
        assert.isFalse(excluded.has(String(at(event, "resource.id"))))
      }
      for (const page of feed.pages) assert.notMatch(page.text, /"(body|title|details|evidence|text)"|EXCLUDED/)
    })
  )

  it.effect("HUB-050: shows an event in full", () =>
    Effect.gen(function* () {
      const all = (yield* poll("KH_all")).events
      const claimed = all.find((event) => at(event, "kind") === "action.claimed")
      assert.deepStrictEqual(keysOf(claimed), [
        "sequence",
        "id",
        "kind",
        "resource",
        "guestId",
        "actor",
        "resourceVersion",
        "occurredAt"
      ])
      assert.deepStrictEqual([at(claimed, "resource.type"), at(claimed, "resourceVersion")], ["action", 2])
      assert.strictEqual(at(claimed, "actor.kind"), "integration")
      assert.match(String(at(claimed, "occurredAt")), /^2026-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
      const written = all.find((event) => at(event, "kind") === "message.created")
      assert.notProperty(written, "resourceVersion")
      assert.deepStrictEqual(at(written, "actor"), { kind: "guest", id: at(written, "guestId") })
      const kinds = new Set(all.map((event) => at(event, "kind")))
      for (const kind of ["message.edited", "message.delivery_updated", "action.handed_off", "action.released"]) {
        assert.isTrue(kinds.has(kind), kind)
      }
    })
  )

  it.effect("HUB-029: guest filters the feed, which still reaches its head; an unknown guest has no events", () =>
    Effect.gen(function* () {
      const feed = yield* poll("KH_all", 0, { guest: demoIds.guests.g1 })
      const expected = (yield* poll("KH_all")).events.filter((event) => at(event, "guestId") === demoIds.guests.g1)
      assert.deepStrictEqual(feed.events, expected)
      assert.strictEqual(feed.next, head)
      assert.isAbove(feed.pages.length, 1)
      const none = yield* read("KH_all", events({ guest: "unknown" }))
      assert.deepStrictEqual([none.at("items"), none.at("nextAfter"), none.at("hasMore")], [[], head, false])
    })
  )

  it.effect("HUB-051: `after` at or beyond the head returns an empty page and the head", () =>
    Effect.gen(function* () {
      for (const after of [head, head + 1, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
        const page = yield* read("KH_all", events({ after: String(after) }))
        assert.strictEqual(page.status, 200)
        assert.deepStrictEqual([page.at("items"), page.at("nextAfter"), page.at("hasMore")], [[], head, false])
      }
    })
  )
})

/** ws-a-main after a purge of the events before 50; ws-b-main after one of all events. */
const purged = {
  ...dataset,
  messagingEvents: dataset.messagingEvents.filter(
    (event) => event.workspaceId !== 403 && (event.workspaceId !== main || event.sequence >= 50)
  ),
  workspaceCounters: dataset.workspaceCounters.map((counter) => {
    if (counter.workspaceId === main) return { ...counter, oldestEvent: 50 }
    return counter.workspaceId === 403 ? { ...counter, oldestEvent: counter.events + 1 } : counter
  })
}

layer(Messaging.layer({ dataset: () => purged }))("readMessaging view=events after a purge", (it) => {
  it.effect("HUB-032, HUB-045, HUB-051: a cursor older than the retained events is 409 with the oldest sequence", () =>
    Effect.gen(function* () {
      for (const after of [1, 48]) {
        const answer = yield* read("KH_all", events({ after: String(after) }))
        refused(answer, 409, "event_cursor_expired")
        assert.strictEqual(answer.at("details.oldestSequence"), 50)
      }
      for (const after of [0, 49]) {
        const page = yield* read("KH_all", events({ after: String(after) }))
        assert.strictEqual(page.status, 200)
        assert.isAtLeast(sequences(page.each("items"))[0] ?? 0, 50)
        assert.strictEqual(page.at("nextAfter"), 149)
      }
    })
  )

  it.effect("HUB-051: with no retained events, only 0 and the head or beyond are valid cursors", () =>
    Effect.gen(function* () {
      const last = purged.workspaceCounters.find((counter) => counter.workspaceId === 403)?.events ?? 0
      const of = (after: number) => read("KH_B", events({ scope: "ws-b-main", after: String(after) }))
      refused(yield* of(last - 1), 409, "event_cursor_expired")
      for (const after of [0, last, last + 5]) {
        const page = yield* of(after)
        assert.deepStrictEqual([page.status, page.at("items"), page.at("nextAfter")], [200, [], last])
      }
    })
  )
})
