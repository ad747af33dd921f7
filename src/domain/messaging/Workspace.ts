import { Schema } from "effect"
import { OperatorId } from "../operators/Operator.ts"
import { OrganizationId } from "../organizations/Organization.ts"
import { RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `xid`. */
export const WorkspaceId = RowId.pipe(Schema.brand("WorkspaceId"))
export type WorkspaceId = typeof WorkspaceId.Type

/** A selector in a request: scope, guest, id, before (HUB-025). */
export const Selector = Schema.String.check(
  Schema.isBetweenLength(1, 180, { expected: "1 to 180 characters" }),
  Schema.isPattern(/^[a-zA-Z0-9][a-zA-Z0-9:._-]*$/u, {
    expected: "a letter or digit, then letters, digits and : . _ - only"
  })
)

/** The container of an organization's messaging and Actions; `xid` is the `scope` of the API. */
export const Workspace = Schema.Struct({
  id: WorkspaceId,
  organizationId: OrganizationId,
  xid: Selector,
  name: Schema.NonEmptyString,
  status: Schema.Literals(["active", "archived"])
})
export type Workspace = typeof Workspace.Type

/** The last issued event sequence and Action number, and the oldest retained event (HUB-044, HUB-051). */
export const WorkspaceCounter = Schema.Struct({
  workspaceId: WorkspaceId,
  events: Schema.Int,
  oldestEvent: Schema.Int,
  actions: Schema.Int
})
export type WorkspaceCounter = typeof WorkspaceCounter.Type

/** A group of operators in a workspace to whom records can be addressed. */
export const Team = Schema.Struct({
  id: RowId,
  workspaceId: WorkspaceId,
  xid: Schema.NonEmptyString,
  name: Schema.NonEmptyString
})
export type Team = typeof Team.Type

/** An operator of a team, who sees what is addressed to it (INT-010). */
export const TeamMember = Schema.Struct({ teamId: RowId, operatorId: OperatorId })
export type TeamMember = typeof TeamMember.Type

/** The conversation with one guest in one workspace; `messages` is the last message number. */
export const Conversation = Schema.Struct({
  id: RowId,
  workspaceId: WorkspaceId,
  guestId: RowId,
  messages: Schema.Int,
  /** Null before the first message. */
  lastMessageAt: Schema.NullOr(Schema.DateTimeUtc)
})
export type Conversation = typeof Conversation.Type
