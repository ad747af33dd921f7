import { Schema } from "effect"
import { ImportText } from "../imports/ImportText.ts"
import { countryOfCode } from "../places/countries.ts"
import { ExternalId } from "../shared/ExternalId.ts"
import { LanguageTag } from "../shared/LanguageTag.ts"
import { MemberXid } from "./Member.ts"

const optional = <S extends Schema.Constraint>(value: S) => Schema.optionalKey(Schema.NullOr(value))

const CountryCode = Schema.String.check(
  Schema.makeFilter((code: string) => countryOfCode(code)?.code === code, {
    expected: "an ISO 3166-1 code of two letters, such as PT"
  })
)

/** Begins the placeholder subject of a member who cannot sign in yet; no identity provider issues such a subject. */
export const unclaimedPrefix = "unclaimed:"

/**
 * A member in a file. Absent fields keep their value, null clears it. `subject` is the `sub` of the member's tokens; a
 * new member without it cannot sign in yet. `programId` is required if the organization has several active programs.
 */
export const MemberLine = Schema.Struct({
  memberId: MemberXid,
  firstName: ImportText(200),
  lastName: ImportText(200),
  email: ImportText(320).check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/u, { expected: "an e-mail address" })),
  phone: optional(ImportText(50)),
  country: optional(CountryCode),
  language: optional(LanguageTag),
  subject: Schema.optionalKey(
    ImportText(255).check(
      Schema.makeFilter((subject: string) =>
        subject.startsWith(unclaimedPrefix) ? `begins with ${unclaimedPrefix}, which is reserved` : undefined
      )
    )
  ),
  programId: Schema.optionalKey(ExternalId)
})
export type MemberLine = typeof MemberLine.Type

/** The fields of a line, which are also the columns of a CSV file. */
export const memberColumns = Object.keys(MemberLine.fields)
