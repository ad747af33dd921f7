import type { Dataset } from "../domain/dataset/Dataset.ts"
import { ActionId } from "../domain/actions/Action.ts"
import type { DemoClock } from "./DemoClock.ts"
import { actionPlan } from "./actionPlan.ts"
import { guestIds, type GuestName } from "./demoGuests.ts"
import { operatorId, type OperatorName } from "./demoOperators.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { teamIds, type TeamName, type WorkspaceName, workspaces } from "./demoWorkspaces.ts"
import { seeded } from "./seeded.ts"

interface AnswerFact {
  readonly name: string
  readonly operator: OperatorName
  readonly workspace: WorkspaceName
  readonly guest: GuestName | null
  readonly action: string | null
  readonly team: TeamName | null
  readonly question: string
  readonly answer: string
  /** Days since it was asked. */
  readonly age: number
}

/** The text of the answer that `g1-assistant` publishes. */
export const publishedAnswer = "The pool is open until nine in the evening."

const ofOperator = (operator: OperatorName): Pick<AnswerFact, "operator" | "workspace" | "team"> => ({
  operator,
  workspace: "ws-a-main",
  team: null
})

/** Apart from the published one, these texts in a response to anyone else reveal a leak. */
const facts = [
  {
    ...ofOperator("manage"),
    name: "published",
    guest: "g1",
    action: null,
    question: "EXCLUDED private question: when does the pool close?",
    answer: publishedAnswer,
    age: 30
  },
  {
    ...ofOperator("manage"),
    name: "unpublished",
    guest: "g1",
    action: null,
    question: "EXCLUDED private question: what does this guest want?",
    answer: "EXCLUDED private answer: breakfast, mostly.",
    age: 2
  },
  {
    ...ofOperator("manage"),
    name: "no-guest",
    guest: null,
    action: null,
    question: "EXCLUDED private question: how is a refund explained?",
    answer: "EXCLUDED private answer: in two sentences.",
    age: 2
  },
  {
    ...ofOperator("team"),
    name: "night",
    guest: null,
    action: "teamNight1",
    team: "team-night",
    question: "EXCLUDED private question: what does the night need?",
    answer: "EXCLUDED private answer: two keys.",
    age: 1
  },
  {
    ...ofOperator("manage2"),
    name: "of-another",
    guest: "g1",
    action: null,
    question: "EXCLUDED private question of another operator",
    answer: "EXCLUDED private answer of another operator",
    age: 1
  }
] as const satisfies ReadonlyArray<AnswerFact>

export type PrivateAnswerName = (typeof facts)[number]["name"]

/** The external id of a private answer, with which it is published. */
export const privateAnswerXid = (name: PrivateAnswerName) => seeded.uuid("private answer", name)

/** Internal id of a private answer. */
export const privateAnswerId = (name: PrivateAnswerName) => 5801 + facts.findIndex((fact) => fact.name === name)

const actionIdOf = (name: string) => ActionId.make(1001 + actionPlan.findIndex((fact) => fact.name === name))

/** Operators' private questions to the assistant, in threads of their own. */
export const demoPrivateAnswers = (clock: DemoClock): Pick<Dataset, "privateAiThreads" | "privateAiMessages"> => {
  const rows = facts.map((fact: AnswerFact, position) => ({
    fact,
    id: 5801 + position,
    threadId: 5701 + position,
    workspaceId: workspaces[fact.workspace].id,
    operatorId: operatorId(fact.operator),
    askedAt: clock.ago({ days: fact.age })
  }))
  return {
    privateAiThreads: rows.map(({ askedAt: createdAt, fact, operatorId, threadId: id, workspaceId }) => ({
      id,
      organizationId: organizationIds[workspaces[fact.workspace].organization],
      workspaceId,
      operatorId,
      consultationId: null,
      createdAt
    })),
    privateAiMessages: rows.map(({ askedAt, fact, id, operatorId, threadId, workspaceId }) => ({
      id,
      xid: seeded.uuid("private answer", fact.name),
      organizationId: organizationIds[workspaces[fact.workspace].organization],
      workspaceId,
      operatorId,
      threadId,
      guestId: fact.guest === null ? null : guestIds[fact.guest],
      actionId: fact.action === null ? null : actionIdOf(fact.action),
      question: fact.question,
      answer: fact.answer,
      model: "scripted",
      audienceKind: fact.team === null ? "workspace" : "team",
      teamId: fact.team === null ? null : teamIds[fact.team],
      askedAt,
      answeredAt: askedAt
    }))
  }
}
