import { due } from "./member/due.ts"
import { iso, isoOrNull } from "./partnerParts.ts"
import { list, nullable, nullableText, record, text, whole } from "./wire.ts"

/** A member in the database's JSON. */
export interface RecordedMember {
  readonly xid: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string | null
  readonly country: string | null
  readonly language: string | null
  readonly status: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly enrolments: ReadonlyArray<{
    readonly programXid: string
    readonly programName: string
    readonly tierId: number
    readonly tierExpiresAt: string | null
    readonly enrolledAt: string
    readonly tiers: ReadonlyArray<{
      readonly id: number
      readonly xid: string
      readonly name: string
      readonly level: number
    }>
  }>
  readonly stayCount: number
  readonly lastStayAt: string | null
  readonly homePropertyId: string | null
  readonly wallet: {
    readonly validBalance: number
    readonly creditBalance: number
    readonly duePoints: number
    readonly dueClaims: ReadonlyArray<unknown>
    readonly pendingEarns: ReadonlyArray<unknown>
  } | null
}

/** A member as desks see it. */
export const member = record({
  externalId: text,
  firstName: text,
  lastName: text,
  displayName: text,
  email: nullableText,
  phone: nullableText,
  preferredLanguage: nullableText,
  country: nullableText,
  status: text,
  programs: list(
    record({
      programId: text,
      name: text,
      tierId: text,
      tierName: text,
      tierLevel: whole,
      tierExpiresAt: nullableText,
      enrolledAt: text
    })
  ),
  pointsBalance: nullable(record({ validBalance: whole, creditBalance: whole, pendingPoints: whole })),
  homePropertyId: nullableText,
  stayCount: whole,
  lastStayAt: nullableText,
  createdAt: text,
  updatedAt: text
})

/** The desks' view of a member at `now`. */
export const viewOf = (found: RecordedMember, now: number) => {
  const { wallet } = found
  if (wallet !== null && (wallet.duePoints > 0 || wallet.dueClaims.length > 0 || wallet.pendingEarns.length > 0)) {
    throw due()
  }
  const programs = found.enrolments.flatMap((enrolment) => {
    if (enrolment.tierExpiresAt !== null && Date.parse(enrolment.tierExpiresAt) <= now) throw due()
    const tier = enrolment.tiers.find(({ id }) => id === enrolment.tierId)
    if (tier === undefined) return []
    return [
      {
        programId: enrolment.programXid,
        name: enrolment.programName,
        tierId: tier.xid,
        tierName: tier.name,
        tierLevel: tier.level,
        tierExpiresAt: isoOrNull(enrolment.tierExpiresAt),
        enrolledAt: iso(enrolment.enrolledAt)
      }
    ]
  })
  return {
    externalId: found.xid,
    firstName: found.firstName,
    lastName: found.lastName,
    displayName: `${found.firstName} ${found.lastName}`.trim(),
    email: found.email,
    phone: found.phone,
    preferredLanguage: found.language,
    country: found.country,
    status: found.status,
    programs: programs.toSorted((a, b) => b.tierLevel - a.tierLevel || (a.programId < b.programId ? -1 : 1)),
    pointsBalance:
      wallet === null
        ? null
        : { validBalance: wallet.validBalance, creditBalance: wallet.creditBalance, pendingPoints: 0 },
    homePropertyId: found.homePropertyId,
    stayCount: found.stayCount,
    lastStayAt: isoOrNull(found.lastStayAt),
    createdAt: iso(found.createdAt),
    updatedAt: iso(found.updatedAt)
  }
}
