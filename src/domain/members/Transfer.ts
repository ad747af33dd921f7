import { Schema } from "effect"
import { MemberId } from "./Member.ts"

/** A transfer of all points from one member to another. A merge makes one, under the merge's id (DOMAIN 4). */
export const Transfer = Schema.Struct({
  id: Schema.NonEmptyString,
  fromMember: MemberId,
  toMember: MemberId,
  points: Schema.Int,
  createdAt: Schema.DateTimeUtc
})
export type Transfer = typeof Transfer.Type
