import { DateTime } from "effect"
import { type Action, ActionId } from "../domain/actions/Action.ts"
import type { ActionTransition, MoveType } from "../domain/actions/ActionTransition.ts"
import { type ActionFact, actionPlan, type MoveFact } from "./actionPlan.ts"
import { actorId, type MoverFact, type OwnerFact, ownerColumns } from "./actors.ts"
import type { Change } from "./Change.ts"
import type { DemoClock } from "./DemoClock.ts"
import { guestIds } from "./demoGuests.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { teamIds, type WorkspaceName, workspaces } from "./demoWorkspaces.ts"
import { seeded } from "./seeded.ts"
import { stays } from "./stays.ts"
import { venues } from "./venues.ts"

/** The external id of an Action. */
export const actionXid = (name: string) => seeded.uuid("action", name)

const kinds = ["housekeeping", "maintenance", "concierge", "front_desk"]
const titles = ["Bring extra towels", "Look at the air conditioning", "Book a table", "Prepare an early check-in"]
const priorities = ["low", "normal", "high", "urgent"] as const

interface Course {
  readonly state: Action["state"]
  readonly owner: OwnerFact | undefined
  readonly evidence: string | null
  readonly claimedAt: DateTime.Utc | null
  readonly finishedAt: DateTime.Utc | null
  readonly cancelledAt: DateTime.Utc | null
}

const start: Course = {
  state: "unowned",
  owner: undefined,
  evidence: null,
  claimedAt: null,
  finishedAt: null,
  cancelledAt: null
}

const after = (course: Course, move: MoveFact, at: DateTime.Utc): Course => {
  switch (move.type) {
    case "updated":
      return course
    case "claimed":
      return { ...course, state: "owned", owner: move.by, claimedAt: at }
    case "handed_off":
      return { ...course, owner: move.to }
    case "released":
      return { ...course, state: "unowned", owner: undefined, claimedAt: null }
    case "finished":
      return { ...course, state: "finished", evidence: move.evidence, finishedAt: at }
    case "cancelled":
      return { ...course, state: "cancelled", cancelledAt: at }
  }
}

const row = (fact: ActionFact, position: number, seq: number, clock: DemoClock): Action => {
  const time = (index: number) => clock.ago({ seconds: fact.age - fact.pace * index })
  const { owner, ...course } = fact.moves.reduce((sofar, move, index) => after(sofar, move, time(index + 1)), start)
  const { guest, venue, stay } = fact.subject
  return {
    id: ActionId.make(1001 + position),
    xid: actionXid(fact.name),
    organizationId: organizationIds[workspaces[fact.workspace].organization],
    workspaceId: workspaces[fact.workspace].id,
    seq,
    version: 1 + fact.moves.length,
    kind: kinds[position % kinds.length] ?? "housekeeping",
    title: titles[position % titles.length] ?? "Bring extra towels",
    details: position % 3 === 0 ? `Details of ${fact.name}` : null,
    priority: priorities[position % priorities.length] ?? "normal",
    guestId: guest === null ? null : guestIds[guest],
    reservationId: stays.find((candidate) => candidate.name === stay)?.externalId ?? null,
    propertyId: venue === null ? null : venues[venue].id,
    audienceKind: fact.team === null ? "workspace" : "team",
    teamId: fact.team === null ? null : teamIds[fact.team],
    ...ownerColumns(owner),
    dueAt: fact.due === null ? null : DateTime.add(clock.now, { hours: fact.due }),
    createdAt: time(0),
    updatedAt: time(fact.moves.length),
    ...course
  }
}

const creatorOf = ({ id }: Action): MoverFact => (id % 7 === 0 ? { kind: "system" } : { kind: "operator", name: "a" })

const timeOf = ({ pace }: ActionFact, { createdAt }: Action, index: number) =>
  DateTime.add(createdAt, { seconds: pace * index })

const changes = (fact: ActionFact, action: Action): ReadonlyArray<Change> => {
  const change = (type: MoveFact["type"] | "created", by: MoverFact, index: number): Change => ({
    workspaceId: action.workspaceId,
    kind: `action.${type}`,
    resourceType: "action",
    resourceId: action.id,
    guestId: action.guestId,
    actorKind: by.kind,
    actorId: actorId(by),
    resourceVersion: index + 1,
    occurredAt: timeOf(fact, action, index)
  })
  return [
    change("created", creatorOf(action), 0),
    ...fact.moves.map((move, index) => change(move.type, move.by, index + 1))
  ]
}

const recorded: Readonly<Record<MoveFact["type"], MoveType | undefined>> = {
  claimed: "claim",
  handed_off: "hand_off",
  released: "release",
  finished: "finish",
  cancelled: "cancel_action",
  updated: undefined
}

/** The history that operations would have written: no operation records an update. */
const history = (fact: ActionFact, action: Action): ReadonlyArray<ActionTransition> => {
  const transition = (
    type: MoveType,
    by: MoverFact,
    index: number,
    states: Pick<ActionTransition, "fromState" | "toState">,
    evidence: string | null = null
  ): ActionTransition => ({
    actionId: action.id,
    type,
    ...states,
    actorKind: by.kind,
    actorId: actorId(by) ?? by.kind,
    expectedVersion: index === 0 ? null : index,
    resultingVersion: index + 1,
    evidence,
    note: null,
    receiptXid: seeded.uuid("action receipt", `${fact.name} ${index}`),
    requestId: seeded.uuid("action request", `${fact.name} ${index}`),
    occurredAt: timeOf(fact, action, index)
  })
  let course = start
  const moves = fact.moves.flatMap((move, index) => {
    const fromState = course.state
    course = after(course, move, timeOf(fact, action, index + 1))
    const type = recorded[move.type]
    const evidence = move.type === "finished" ? move.evidence : null
    return type === undefined
      ? []
      : [transition(type, move.by, index + 1, { fromState, toState: course.state }, evidence)]
  })
  return [transition("create_action", creatorOf(action), 0, { fromState: null, toState: start.state }), ...moves]
}

/** The Actions in order of creation, with their history and their change events. */
export const demoActions = (clock: DemoClock) => {
  const numbers = new Map<WorkspaceName, number>()
  const actions = actionPlan.map((fact, position) => {
    const seq = (numbers.get(fact.workspace) ?? 0) + 1
    numbers.set(fact.workspace, seq)
    return { fact, action: row(fact, position, seq, clock) }
  })
  return {
    actions: actions.map(({ action }) => action),
    actionTransitions: actions
      .flatMap(({ action, fact }) => history(fact, action))
      .map((transition, index) => ({ id: index + 1, ...transition })),
    changes: actions.flatMap(({ fact, action }) => changes(fact, action))
  }
}
