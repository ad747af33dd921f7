import { Schema } from "effect"
import { MemberView } from "../members/MemberView.ts"
import { InsightRecord } from "./InsightRecord.ts"

/** A record with its member, as partners see it (PAR-066, A-81). */
export const GuestIntelligenceView = Schema.Struct({
  ...InsightRecord.fields,
  member: Schema.NullOr(MemberView).annotate({
    description: "The linked member, as in the list of members; null if none within reach"
  })
}).annotate({ identifier: "GuestIntelligence" })
export interface GuestIntelligenceView extends Schema.Schema.Type<typeof GuestIntelligenceView> {}
