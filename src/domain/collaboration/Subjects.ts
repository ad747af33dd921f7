import { Context, type Effect, type Option, Schema } from "effect"
import { ActionId } from "../actions/Action.ts"
import { Addressee } from "../messaging/audienceCovers.ts"
import { MessageVisibility } from "../messaging/messageVisible.ts"
import type { WorkspaceId } from "../messaging/Workspace.ts"
import { RowId } from "../shared/Scalars.ts"

/** The kinds of subjects of collaboration. */
export const SubjectType = Schema.Literals(["action", "message"])
export type SubjectType = typeof SubjectType.Type

/** A subject in a request, by external id. */
export interface SubjectName {
  readonly type: SubjectType
  readonly id: string
}

/** A subject with the facts that decide its visibility; one of the two is null. */
export const ScannedSubject = Schema.Struct({
  action: Schema.NullOr(Schema.Struct({ id: Schema.String, ...Addressee.fields })),
  message: Schema.NullOr(Schema.Struct({ id: Schema.String, ...MessageVisibility.fields }))
})
export type ScannedSubject = typeof ScannedSubject.Type

/** A subject with its row ids. */
export const FoundSubject = Schema.Struct({
  actionId: Schema.NullOr(ActionId),
  messageId: Schema.NullOr(RowId),
  ...ScannedSubject.fields
})
export type FoundSubject = typeof FoundSubject.Type

/** The Actions and messages that collaboration is about. */
export class Subjects extends Context.Service<
  Subjects,
  {
    /** By external id, within the workspace, visible or not: the caller applies visibility. */
    readonly find: (workspaceId: WorkspaceId, name: SubjectName) => Effect.Effect<Option.Option<FoundSubject>>
  }
>()("hub/domain/collaboration/Subjects") {}
