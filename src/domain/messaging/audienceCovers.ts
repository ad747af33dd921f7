import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import type { Audiences } from "./Reader.ts"

/** The addressee of a record; `teamId` is null except for a team. */
export const Addressee = Schema.Struct({
  audienceKind: Schema.Literals(["workspace", "team"]),
  teamId: Schema.NullOr(RowId)
})
export type Addressee = typeof Addressee.Type

/** Whether the reader belongs to the audience of a record (HUB-037, INT-010). */
export const audienceCovers = (reader: Audiences, { audienceKind, teamId }: Addressee): boolean =>
  audienceKind === "workspace" ? reader.audienceWorkspace : teamId !== null && reader.audienceTeamIds.includes(teamId)

/** The audience as the API shows it; `teamId` is the team's external id. */
export const Audience = Schema.Struct({
  kind: Addressee.fields.audienceKind.annotateKey({ description: "The whole workspace, or one team of it" }),
  teamId: Schema.NullOr(Schema.String).annotateKey({ description: "External id of the team; null for the workspace" })
}).annotate({ identifier: "Audience" })
