import { assert, describe, it } from "@effect/vitest"
import { Array, DateTime } from "effect"
import { actionXid } from "../../src/demo/demoActions.ts"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { conversations } from "../../src/demo/demoGuests.ts"
import { messageXid } from "../../src/demo/demoMessages.ts"
import { arrivalXid } from "../../src/demo/demoArrivals.ts"
import { teamIds, workspaces } from "../../src/demo/demoWorkspaces.ts"
import { stays } from "../../src/demo/stays.ts"
import { venues } from "../../src/demo/venues.ts"

const now = DateTime.makeUnsafe("2026-03-01T03:30:00Z")
const dataset = demoDataset(now)
const main = workspaces["ws-a-main"].id

const feed = dataset.messagingEvents.filter((event) => event.workspaceId === main)
const hiddenMessages = new Set(
  dataset.messages
    .filter(
      (row) => row.isSensitive || row.deletedAt !== null || row.sourceDerived || row.aiPrivate || row.teamId !== null
    )
    .map(({ id }) => id)
)
const teamActions = new Set(dataset.actions.filter(({ teamId }) => teamId !== null).map(({ id }) => id))

describe("demo messaging", () => {
  it("has 120 Actions of team-night in a row, the newest of their workspace, and visible ones before them", () => {
    const newestFirst = dataset.actions.filter((action) => action.workspaceId === main).toReversed()
    assert.isTrue(newestFirst.slice(0, 120).every((action) => action.teamId === teamIds["team-night"]))
    assert.strictEqual(newestFirst[0]?.xid, actionXid("teamNight120"))
    const visible = newestFirst.slice(120).filter((action) => action.audienceKind === "workspace")
    assert.isAbove(visible.length, 100)
    assert.isAbove(visible.filter((action) => action.state === "unowned").length, 80)
    assert.strictEqual(new Set(visible.map((action) => `${action.state} ${action.ownerKind}`)).size, 7)
  })

  it("numbers Actions, messages and events without gaps and in chronological order", () => {
    const ordered = (rows: ReadonlyArray<{ readonly seq: number; readonly at: DateTime.Utc }>) =>
      rows.forEach((row, index) => {
        assert.strictEqual(row.seq, index + 1)
        const before = rows[index - 1]
        if (before !== undefined) assert.isTrue(DateTime.isLessThanOrEqualTo(before.at, row.at))
      })
    for (const { workspaceId, events, actions, oldestEvent } of dataset.workspaceCounters) {
      const itsActions = dataset.actions.filter((action) => action.workspaceId === workspaceId)
      const itsEvents = dataset.messagingEvents.filter((event) => event.workspaceId === workspaceId)
      ordered(itsActions.map(({ seq, createdAt }) => ({ seq, at: createdAt })))
      ordered(itsEvents.map(({ sequence, occurredAt }) => ({ seq: sequence, at: occurredAt })))
      assert.deepStrictEqual([actions, events, oldestEvent], [itsActions.length, itsEvents.length, 1])
    }
    for (const { id, messages } of dataset.conversations) {
      const itsMessages = dataset.messages.filter((message) => message.conversationId === id)
      ordered(itsMessages.map(({ seq, createdAt }) => ({ seq, at: createdAt })))
      assert.strictEqual(messages, itsMessages.length)
    }
  })

  it("has every version of every Action, the last one being the current one", () => {
    for (const action of dataset.actions) {
      const versions = dataset.messagingEvents
        .filter((event) => event.resourceType === "action" && event.resourceId === action.id)
        .map((event) => event.resourceVersion)
      assert.deepStrictEqual(versions, Array.range(1, action.version))
    }
  })

  it("has the history of every Action, which leads to its current state", () => {
    for (const action of dataset.actions) {
      const moves = dataset.actionTransitions.filter(({ actionId }) => actionId === action.id)
      const [created] = moves
      assert.deepStrictEqual(
        [created?.type, created?.fromState, created?.expectedVersion, created?.occurredAt],
        ["create_action", null, null, action.createdAt]
      )
      for (const [index, move] of moves.slice(1).entries()) {
        assert.strictEqual(move.fromState, moves[index]?.toState, action.xid)
        assert.strictEqual(move.expectedVersion, move.resultingVersion - 1, action.xid)
      }
      const [last] = moves.slice(-1)
      assert.deepStrictEqual([last?.toState, last?.evidence], [action.state, action.evidence], action.xid)
      // No operation records an update, which advances the version alone.
      const updates = dataset.messagingEvents.filter(
        ({ kind, resourceId }) => kind === "action.updated" && resourceId === action.id
      )
      assert.lengthOf(moves, action.version - updates.length, action.xid)
    }
  })

  it("has more than a page of hidden events in a row, and a visible one last", () => {
    const hidden = feed.map((event) =>
      (event.resourceType === "action" ? teamActions : hiddenMessages).has(event.resourceId)
    )
    const longest = hidden.reduce(
      ({ run, best }, value) => ({ run: value ? run + 1 : 0, best: Math.max(best, value ? run + 1 : 0) }),
      { run: 0, best: 0 }
    )
    // 199 in a row hold a whole page of 100, wherever the pages of a walk begin.
    assert.isAtLeast(longest.best, 199)
    assert.isFalse(hidden.at(-1))
  })

  it("keeps every event within the 30 days of retention and in the past", () => {
    const oldest = DateTime.subtract(now, { days: 29 })
    for (const { occurredAt } of dataset.messagingEvents) {
      assert.isTrue(DateTime.isGreaterThan(occurredAt, oldest) && DateTime.isLessThan(occurredAt, now))
    }
  })

  it("has one excluded message of each kind among the newest hundred of g1, marked by its text", () => {
    const newest = dataset.messages.filter((row) => row.conversationId === conversations.g1.id).slice(-100)
    for (const kind of ["sensitive", "deleted", "source-derived", "ai-private", "team"]) {
      assert.include(newest.find((row) => row.xid === messageXid(`g1-${kind}`))?.body, "EXCLUDED")
    }
    for (const row of dataset.messages) assert.strictEqual(row.body.includes("EXCLUDED"), hiddenMessages.has(row.id))
    assert.strictEqual(newest.find((row) => row.xid === messageXid("g1-assistant"))?.authorKind, "assistant")
    assert.strictEqual(newest.find((row) => row.replyToXid !== null)?.replyToXid, messageXid("g1-edited"))
  })

  it("has only excluded messages with g_hidden, and more than a page of them at the end with g2", () => {
    const of = (id: number) => dataset.messages.filter((row) => row.conversationId === id)
    assert.isTrue(of(conversations.g_hidden.id).every((row) => hiddenMessages.has(row.id)))
    const hidden = of(conversations.g2.id).map((row) => hiddenMessages.has(row.id))
    assert.deepStrictEqual(
      hidden,
      hidden.map((_, index) => index >= 30)
    )
    assert.lengthOf(hidden, 140)
  })

  it("has every direction, channel, author and delivery status in g1", () => {
    const rows = dataset.messages.filter(
      (row) => row.conversationId === conversations.g1.id && !hiddenMessages.has(row.id)
    )
    assert.strictEqual(new Set(rows.map((row) => row.channel)).size, 4)
    assert.strictEqual(new Set(rows.map((row) => row.authorKind)).size, 5)
    assert.strictEqual(new Set(rows.map((row) => row.deliveryStatus)).size, 5)
    assert.isAbove(rows.filter((row) => row.actionXid !== null).length, 0)
    assert.isTrue(rows.every((row) => row.direction === "outbound" || row.deliveryStatus === null))
  })
})

describe("demo arrivals", () => {
  it("puts check-ins the planned number of days from today at the venue", () => {
    // 03:30 UTC: still yesterday in New York, already noon in Tokyo.
    assert.strictEqual(dataset.reservations.find((row) => row.propertyId === venues.V2.id)?.checkIn, "2026-03-03")
    for (const [position, stay] of stays.entries()) {
      const row = dataset.reservations[position]
      const today = DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(now, venues[stay.venue].timezone))
      const days = (text: string) => DateTime.toEpochMillis(DateTime.makeUnsafe(`${text}T00:00:00Z`)) / 86_400_000
      assert.strictEqual(row?.externalId, stay.externalId)
      const checkIn = row?.checkIn ?? null
      assert.strictEqual(checkIn === null ? null : days(checkIn) - days(today), stay.offset)
    }
  })

  it("has a task in every state, at both edges of the window and beyond them", () => {
    const status = (stay: string) => dataset.arrivalTasks.find((task) => task.xid === arrivalXid(stay))?.status
    assert.deepStrictEqual(
      ["open", "acknowledged", "completed", "withdrawn", "minus7", "minus8", "plus60", "plus61"].map(status),
      ["open", "acknowledged", "completed", "withdrawn", "open", "open", "open", "open"]
    )
    const inWindow = stays.filter((stay) => stay.task !== undefined && (stay.offset ?? 99) <= 60 && stay.venue !== "W1")
    assert.isAbove(inWindow.length, 30)
  })

  it("has tasks refreshed within 6 hours if the check-in is at most three days out, else within 24", () => {
    for (const task of dataset.arrivalTasks) {
      const stay = stays.find((fact) => arrivalXid(fact.name) === task.xid)
      const limit = (stay?.offset ?? 0) <= 3 ? 6 : 24
      assert.isTrue(DateTime.isGreaterThanOrEqualTo(task.refreshedAt, DateTime.subtract(now, { hours: limit })))
      assert.isTrue(DateTime.isLessThanOrEqualTo(task.createdAt, task.refreshedAt))
    }
  })
})

describe("demo perks", () => {
  const types = (of: number) =>
    new Set(dataset.benefits.filter((row) => row.organizationId === of).map((row) => row.redemptionType))

  it("has every redemption type, both scopes, a perk for the highest tier only, and every kind of obstacle", () => {
    assert.sameMembers([...types(1)], ["direct", "requireApproval", "suiteElevation", "timelessStay"])
    assert.isAbove(types(2).size, 2)
    for (const scope of ["global", "property"]) assert.isTrue(dataset.benefits.some((row) => row.scope === scope))
    assert.isTrue(dataset.benefits.some((row) => row.minTierLevel === 3))
    assert.isTrue(dataset.benefits.some((row) => !row.enabled))
    assert.isTrue(dataset.benefits.some((row) => row.archivedAt !== null))
    assert.isTrue(dataset.entitlements.some((row) => row.venueIds !== null))
    assert.isTrue(dataset.entitlements.some((row) => row.validTo !== null))
    assert.isTrue(dataset.benefitVenueOverrides.some((row) => row.overriddenName !== null))
    assert.isTrue(dataset.benefitVenueOverrides.some((row) => !row.enabled))
    assert.isTrue(dataset.benefitGroups.some((row) => row.stayRequired))
    assert.isTrue(dataset.benefitGroups.some((row) => !row.enabled))
  })

  it("has an invite in every status, and a sent one whose time has passed", () => {
    const statuses = dataset.guestInvites.map((row) => row.status)
    assert.sameMembers([...new Set(statuses)], ["pending", "sent", "accepted", "expired", "revoked", "failed"])
    assert.isTrue(dataset.guestInvites.some((row) => row.status === "sent" && DateTime.isLessThan(row.expiresAt, now)))
  })

  it("has benefits due to every arriving member except the one whose account is closed", () => {
    const nothing = dataset.arrivalTasks.filter((task) => task.benefits.length === 0).map((task) => task.xid)
    assert.deepStrictEqual(nothing, [arrivalXid("withdrawn_no_benefit")])
  })
})

describe("demo notifications", () => {
  /** Ids and e-mail addresses of each member and of what belongs to them. */
  const owned: ReadonlyArray<{ readonly memberId: number | null; readonly id: string }> = [
    ...dataset.members.flatMap(({ email, id, xid }) => [xid, email].map((text) => ({ memberId: id, id: text }))),
    ...dataset.reservations.flatMap(({ confirmationCode, externalId, memberId }) =>
      [externalId, confirmationCode].flatMap((id) => (id === null ? [] : [{ memberId, id }]))
    ),
    ...dataset.fulfillments.map(({ id, memberId }) => ({ memberId, id })),
    ...dataset.arrivalTasks.map(({ memberId, xid }) => ({ memberId, id: xid })),
    ...[...dataset.walletEntries, ...dataset.walletActivity, ...dataset.walletLots].map(({ id, memberId }) => ({
      memberId,
      id
    }))
  ]

  it("MEM-002: name nothing that belongs to another member", () => {
    assert.isAbove(dataset.notifications.length, 40)
    for (const { id, memberId, ...text } of dataset.notifications) {
      const facts = JSON.stringify(text)
      const foreign = owned.filter((one) => one.memberId !== memberId && facts.includes(one.id))
      assert.deepStrictEqual(foreign, [], `notification ${id}`)
    }
  })

  it("MEM-002: link to stays of their member, and state points that they earned there", () => {
    for (const { memberId, messageParts, metadata } of dataset.notifications) {
      const stays = dataset.reservations.filter((stay) => stay.memberId === memberId)
      const linked = /^\/reservations\/(.*)$/u.exec(String(metadata["actionUrl"]))?.[1]
      if (linked !== undefined)
        assert.include(
          stays.map(({ externalId }) => externalId),
          linked
        )
      const { points, propertyName } = messageParts ?? {}
      if (propertyName === undefined) continue
      const venue = dataset.properties.find(({ name }) => name === propertyName)
      const earned = stays.filter(({ propertyId }) => propertyId === venue?.id).map(({ totalPoints }) => totalPoints)
      assert.include<unknown>(earned, points)
    }
  })
})
