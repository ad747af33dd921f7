import type { HashMap } from "effect"
import type { Member, MemberId } from "../../domain/members/Member.ts"
import { lookUp } from "./lookUp.ts"

/** The member in whose name the points of the member with this id are held: after a merge, its target (DOMAIN 4.5). */
export const pointsOwner = (members: HashMap.HashMap<string, Member>, id: MemberId | null): MemberId | null =>
  lookUp(members, id, (member) => member.mergedInto ?? member.id)
