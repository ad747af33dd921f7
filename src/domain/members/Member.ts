import { Schema, SchemaTransformation } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { ProgramId, TierId } from "../programs/Program.ts"
import { RowId } from "../shared/Scalars.ts"

/** Internal row id; callers see `xid`. */
export const MemberId = RowId.pipe(Schema.brand("MemberId"))
export type MemberId = typeof MemberId.Type

/** A member's external id: a ULID in upper case (PAR-047). */
export const MemberXid = Schema.String.check(
  Schema.isPattern(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/u, { expected: "a ULID in upper case" })
)

/** A member's external id in a request: letters in any case, converted to upper case (PAR-043). */
export const RequestedMemberXid = Schema.String.check(
  Schema.isPattern(/^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/u, { expected: "a ULID" })
).pipe(Schema.decodeTo(MemberXid, SchemaTransformation.toUpperCase()))

/** A person on the platform, associated with organizations through enrolments and stays. `email` is personal data. */
export const Member = Schema.Struct({
  id: MemberId,
  xid: MemberXid,
  identitySubject: Schema.NonEmptyString,
  firstName: Schema.String,
  lastName: Schema.String,
  email: Schema.String,
  phone: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.String),
  preferences: Schema.Record(Schema.String, Schema.Json),
  status: Schema.Literals(["active", "suspended", "closed"]),
  /** The member this closed account was merged into (DOMAIN 4.5). */
  mergedInto: Schema.NullOr(MemberId),
  closedAt: Schema.NullOr(Schema.DateTimeUtc),
  createdAt: Schema.DateTimeUtc,
  /** When the account last changed: name, contact, language, status. */
  updatedAt: Schema.DateTimeUtc
})
export type Member = typeof Member.Type

/** A member's place in a program: the tier, and the points that count towards the next one. */
export const Enrolment = Schema.Struct({
  organizationId: OrganizationId,
  programId: ProgramId,
  memberId: MemberId,
  tierId: TierId,
  tierExpiresAt: Schema.NullOr(Schema.DateTimeUtc),
  qualifyingPoints: Schema.Int,
  qualifyingNights: Schema.Int,
  status: Schema.Literals(["active", "ended"]),
  enrolledAt: Schema.DateTimeUtc
})
export type Enrolment = typeof Enrolment.Type
