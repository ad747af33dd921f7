import { table } from "../dataset/Table.ts"
import { Enrolment, Member } from "./Member.ts"
import { Transfer } from "./Transfer.ts"

/** Members, their enrolments, and transfers of points between them. */
export const memberTables = {
  members: table(Member, {
    key: ["id"],
    uniques: { members_identity_subject_key: { fields: ["identitySubject"] }, members_xid_key: { fields: ["xid"] } },
    references: { members_merged_into_fkey: { fields: ["mergedInto"], to: "members" } },
    tenant: "id",
    global: { identitySubject: "a token identifies the member" }
  }),
  enrolments: table(Enrolment, {
    key: ["programId", "memberId"],
    references: {
      enrolments_member_id_fkey: { fields: ["memberId"], to: "members" },
      enrolments_organization_id_program_id_tier_id_fkey: {
        fields: ["organizationId", "programId", "tierId"],
        to: "tiers"
      }
    },
    tenant: "memberId"
  }),
  transfers: table(Transfer, {
    key: ["id"],
    references: {
      transfers_from_member_fkey: { fields: ["fromMember"], to: "members" },
      transfers_to_member_fkey: { fields: ["toMember"], to: "members" }
    },
    tenant: "fromMember",
    journal: true
  })
}
