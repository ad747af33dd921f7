import type { MoverFact, OwnerFact } from "./actors.ts"
import type { GuestName } from "./demoGuests.ts"
import type { IntegrationName } from "./demoIntegrations.ts"
import type { OperatorName } from "./demoOperators.ts"
import type { TeamName, WorkspaceName } from "./demoWorkspaces.ts"
import type { VenueName } from "./venues.ts"

/** A change of an Action after its creation; each adds one to the version. */
export type MoveFact =
  | { readonly type: "updated" | "released" | "cancelled"; readonly by: MoverFact }
  | { readonly type: "claimed"; readonly by: OwnerFact }
  | { readonly type: "handed_off"; readonly by: MoverFact; readonly to: OwnerFact }
  | { readonly type: "finished"; readonly by: MoverFact; readonly evidence: string | null }

/** The guest, venue and stay of an Action; `stay` is a fixture name of `stays`. */
interface Subject {
  readonly guest: GuestName | null
  readonly venue: VenueName | null
  readonly stay: string | null
}

export interface ActionFact {
  readonly name: string
  readonly workspace: WorkspaceName
  readonly team: TeamName | null
  readonly subject: Subject
  readonly moves: ReadonlyArray<MoveFact>
  /** Seconds since its creation, and seconds between creation and each move. */
  readonly age: number
  readonly pace: number
  /** Hours from now to its due time. */
  readonly due: number | null
}

const hour = 3600

const nothing: Subject = { guest: null, venue: null, stay: null }

const subjects: ReadonlyArray<Subject> = [
  { guest: "g1", venue: "V1", stay: "open" },
  { guest: "g2", venue: "V1", stay: "acknowledged" },
  { guest: null, venue: "V2", stay: null },
  nothing
]

const integration = (name: IntegrationName): OwnerFact => ({ kind: "integration", name })
const operator = (name: OperatorName): OwnerFact => ({ kind: "operator", name })
const claimed = (by: OwnerFact): MoveFact => ({ type: "claimed", by })
const finished = (by: OwnerFact, evidence: string | null): MoveFact => ({ type: "finished", by, evidence })
const updated: MoveFact = { type: "updated", by: operator("a") }

const main = integration("main")
const other = integration("other")

type Outline = readonly [name: string, ...moves: ReadonlyArray<MoveFact>]

const series = (name: string, count: number, ...moves: ReadonlyArray<MoveFact>): ReadonlyArray<Outline> =>
  Array.from({ length: count }, (_, index): Outline => [`${name}${index + 1}`, ...moves])

/** Every state and owner that an external caller can see, and enough unowned Actions for tests to consume. */
const visible: ReadonlyArray<Outline> = [
  ...series("unowned", 40),
  ["ownedByMain", claimed(main)],
  ...series("ownedByMain", 5, claimed(main)),
  ["ownedByOther", claimed(other)],
  ...series("ownedByOther", 3, claimed(other)),
  ["ownedByOperator", claimed(operator("a"))],
  ["finished", claimed(main), finished(main, "Towels handed over at the door")],
  ["finishedWithoutEvidence", claimed(main), finished(main, null)],
  ["finishedByOther", claimed(other), finished(other, "Done by the other integration")],
  ["finishedByOperator", claimed(operator("a")), finished(operator("a"), null)],
  ["cancelled", claimed(main), { type: "cancelled", by: main }],
  ["cancelledUnowned", { type: "cancelled", by: operator("a") }],
  ["released", claimed(main), { type: "released", by: operator("a") }],
  ["releasedBySystem", claimed(other), { type: "released", by: { kind: "system" } }],
  ["handedOff", claimed(main), { type: "handed_off", by: operator("a"), to: operator("v1") }],
  ["updated", updated],
  ...Array.from({ length: 40 }, (_, index): Outline => [`unowned${index + 41}`])
]

const older = visible.map(
  ([name, ...moves], index): ActionFact => ({
    name,
    workspace: "ws-a-main",
    team: null,
    subject: subjects[index % subjects.length] ?? nothing,
    moves,
    age: (480 - 4 * index) * hour,
    pace: 600,
    due: index % 5 === 0 ? index - 20 : null
  })
)

const ofTeam = (name: string, team: TeamName, age: number, moves: ReadonlyArray<MoveFact>): ActionFact => ({
  name,
  workspace: "ws-a-main",
  team,
  subject: nothing,
  moves,
  age,
  pace: 120,
  due: null
})

const nightMoves = (index: number): ReadonlyArray<MoveFact> => {
  if (index === 0) return [claimed(integration("team"))]
  return index === 1 ? [claimed(integration("night"))] : [updated]
}

/**
 * The newest Actions of ws-a-main: for callers outside team-night the first page is empty but not the last (HUB-040).
 * They are one second apart, so that no visible event falls between theirs.
 */
const night = Array.from({ length: 120 }, (_, index) =>
  ofTeam(`teamNight${index + 1}`, "team-night", 48 * hour - index, nightMoves(index))
)

const elsewhere = (
  name: string,
  workspace: WorkspaceName,
  age: number,
  subject: Subject,
  ...moves: ReadonlyArray<MoveFact>
): ActionFact => ({ name, workspace, team: null, subject, moves, age, pace: 600, due: null })

const second: Subject = { guest: "g_second", venue: "V2", stay: null }
const ofB: Subject = { guest: "g_b", venue: "W1", stay: "w1_open" }

/** Every Action of the demo data, oldest first within its workspace. */
export const actionPlan: ReadonlyArray<ActionFact> = [
  ...older,
  ...[1, 2, 3].map((n) => ofTeam(`teamDay${n}`, "team-day", 50 * hour - n * 600, [])),
  ...night,
  elsewhere("secondWorkspace1", "ws-a-second", 90 * hour, second),
  elsewhere("secondWorkspace2", "ws-a-second", 80 * hour, nothing, claimed(operator("a"))),
  elsewhere("secondWorkspace3", "ws-a-second", 70 * hour, second),
  elsewhere("orgB1", "ws-b-main", 90 * hour, ofB),
  elsewhere("orgB2", "ws-b-main", 80 * hour, nothing, claimed(integration("organizationB"))),
  elsewhere("orgB3", "ws-b-main", 70 * hour, ofB),
  elsewhere("orgB4", "ws-b-main", 60 * hour, nothing)
]
