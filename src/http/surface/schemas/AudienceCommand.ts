import { Schema } from "effect"
import { Selector } from "../../../domain/messaging/Workspace.ts"

/** The audience of a new Action. It also accepts the form in which records show it, where a workspace has no team. */
export const AudienceCommand = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("workspace").annotateKey({ description: "The whole workspace" }),
    teamId: Schema.optionalKey(Schema.Null).annotateKey({ description: "Must be null or absent" })
  }),
  Schema.Struct({
    kind: Schema.Literal("team").annotateKey({ description: "One team of the workspace" }),
    teamId: Selector.annotateKey({ description: "External id of a team that the operator belongs to" })
  })
])
