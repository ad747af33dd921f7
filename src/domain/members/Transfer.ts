import { Schema } from "effect"
import { MemberId } from "./Member.ts"

/** Points that went from one member to another as a whole; a merge is one, by its id (DOMAIN 4). */
export const Transfer = Schema.Struct({
  id: Schema.NonEmptyString,
  fromMember: MemberId,
  toMember: MemberId,
  points: Schema.Int,
  createdAt: Schema.DateTimeUtc
})
export type Transfer = typeof Transfer.Type
