import { Schema } from "effect"
import { RowId } from "../shared/Scalars.ts"
import type { IntegrationGrant } from "./MessagingGrant.ts"

/** Whom a record is addressed to; `teamId` is null except for a team. */
export const Addressee = Schema.Struct({
  audienceKind: Schema.Literals(["workspace", "team"]),
  teamId: Schema.NullOr(RowId)
})
export type Addressee = typeof Addressee.Type

/** Whether a record addressed this way is within the grant's audience (HUB-037). */
export const audienceCovers = (
  grant: Pick<IntegrationGrant, "audienceWorkspace" | "audienceTeamIds">,
  { audienceKind, teamId }: Addressee
): boolean =>
  audienceKind === "workspace" ? grant.audienceWorkspace : teamId !== null && grant.audienceTeamIds.includes(teamId)

/** The audience as the API shows it; `teamId` is the team's external id. */
export const Audience = Schema.Struct({
  kind: Addressee.fields.audienceKind.annotateKey({ description: "The whole workspace, or one team of it" }),
  teamId: Schema.NullOr(Schema.String).annotateKey({ description: "External id of the team; null for the workspace" })
}).annotate({ identifier: "Audience" })
