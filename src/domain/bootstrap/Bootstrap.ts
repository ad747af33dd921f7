import { DateTime, Option, Schema } from "effect"
import { messagingPermissions } from "../access/hubPermissions.ts"
import { BrandRow, maxIdBytes, maxNameBytes } from "../brands/BrandRow.ts"
import { Workspace } from "../messaging/Workspace.ts"
import { Operator } from "../operators/Operator.ts"
import { operatorPermissions } from "../operators/operatorPermissions.ts"
import { Organization } from "../organizations/Organization.ts"
import { NewRules } from "../programs/EarningRulesView.ts"
import { ProgramStatus } from "../programs/Program.ts"
import { programFields } from "../programs/ProgramSettings.ts"
import { tierFields, tierLevel } from "../programs/TierView.ts"
import { Property, PropertyContact, PropertyImage, PropertyPolicies } from "../properties/Property.ts"
import { bytesAtMost } from "../shared/bytesAtMost.ts"
import { ExternalId } from "../shared/ExternalId.ts"
import { CalendarDate } from "../shared/Scalars.ts"
import { maxInt } from "../shared/maxInt.ts"

const optional = Schema.optionalKey

/** Maximum rows of one kind in a file. */
const maxRows = 10_000
const many = <S extends Schema.Constraint>(item: S) => Schema.Array(item).check(Schema.isMaxLength(maxRows))
const optionalMany = <S extends Schema.Constraint>(item: S) => optional(many(item))

/** PostgreSQL stores no NUL in a text. */
const withoutNul = Schema.isPattern(/^[^\0]*$/, { expected: "no NUL" })
const Name = Schema.String.check(
  Schema.isPattern(/^\S(?:.{0,198}\S)?$/su, { expected: "1 to 200 characters" }),
  withoutNul
)
const Text = Schema.String.check(Schema.isMaxLength(20_000), withoutNul)
const Slug = Schema.String.check(
  Schema.isPattern(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    expected: "lower-case letters and digits, separated by single hyphens"
  }),
  Schema.isMaxLength(120)
)
const Url = Schema.String.check(
  Schema.makeFilter((text: string) => /^https?:\/\//.test(text) && URL.canParse(text), {
    expected: "an http or https URL"
  })
)
/** The IANA names of three letters. */
const shortZones = new Set("CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET".split(" "))

/**
 * `Intl` also knows offsets, whose sign PostgreSQL reverses, and further abbreviations, which PostgreSQL reads in another
 * way or not at all: the venue's date would depend on who computes it.
 */
const isTimeZone = (name: string) =>
  /^[a-z]/i.test(name) &&
  (name.length !== 3 || shortZones.has(name.toUpperCase())) &&
  Option.isSome(DateTime.zoneMakeNamed(name))

const TimeZone = Schema.String.check(
  Schema.makeFilter(isTimeZone, { expected: "an IANA time zone, such as Europe/Lisbon" })
)
const Email = Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/u, { expected: "an e-mail address" }))
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Count = between(0, maxInt)

/** Maps an organization id of an identity provider to this organization. */
const Identity = Schema.Struct({ provider: Name, organizationId: ExternalId })

const OrganizationFile = Schema.Struct({
  slug: Slug,
  id: optional(ExternalId),
  name: Name,
  status: optional(Organization.fields.status),
  /** Whether messaging is activated (HUB-006). */
  messaging: optional(Schema.Boolean),
  identities: optionalMany(Identity)
})

const BrandFile = Schema.Struct({
  slug: Slug,
  id: optional(ExternalId.check(bytesAtMost(maxIdBytes))),
  name: Name.check(bytesAtMost(maxNameBytes)),
  status: optional(BrandRow.fields.status),
  logoUrl: optional(Schema.NullOr(Url)),
  description: optional(Schema.NullOr(Text))
})

const Image = Schema.Struct({ ...PropertyImage.fields, url: Url, thumbnailUrl: optional(Url) })

const VenueFile = Schema.Struct({
  slug: Slug,
  id: optional(ExternalId),
  /** Slug of a brand in the file. */
  brand: Slug,
  name: Name,
  type: Name,
  timezone: TimeZone,
  status: optional(Property.fields.status),
  city: Name,
  country: Name,
  latitude: Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 })),
  longitude: Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })),
  state: optional(Schema.NullOr(Name)),
  street: optional(Schema.NullOr(Name)),
  postalCode: optional(Schema.NullOr(Name)),
  description: optional(Schema.NullOr(Text)),
  shortDescription: optional(Schema.NullOr(Text)),
  starRating: optional(Schema.NullOr(between(1, 5))),
  guestRating: optional(Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 5 })))),
  reviewCount: optional(Schema.NullOr(Count)),
  nightlyCostPoints: optional(Count),
  maxGuests: optional(between(1, maxInt)),
  baseRoomCategory: optional(Schema.NullOr(Name)),
  amenities: optionalMany(Name),
  tags: optionalMany(Name),
  hero: optional(Schema.NullOr(Image)),
  gallery: optionalMany(Schema.Struct({ ...Image.fields, type: optional(Schema.String) })),
  policies: optional(Schema.NullOr(PropertyPolicies)),
  contact: optional(Schema.NullOr(PropertyContact))
})

const WorkspaceFile = Schema.Struct({
  id: Workspace.fields.xid,
  name: Name,
  status: optional(Workspace.fields.status),
  teams: optionalMany(Schema.Struct({ id: Workspace.fields.xid, name: Name }))
})

const Grant = Schema.Struct({
  /** Id of a workspace in the file. */
  workspace: Workspace.fields.xid,
  permissions: Schema.Array(Schema.Literals(messagingPermissions)).check(
    Schema.isMaxLength(messagingPermissions.length)
  ),
  /** Ids of teams of the workspace; null, which is the default of a new grant: the whole workspace. */
  teams: optional(Schema.NullOr(many(Workspace.fields.xid)))
})

const IntegrationFile = Schema.Struct({ id: ExternalId, name: Name, grants: optionalMany(Grant) })

const TierFile = Schema.Struct({
  level: tierLevel,
  name: tierFields.name,
  qualifyingPoints: tierFields.qualifyingPoints,
  qualifyingNights: optional(tierFields.qualifyingNights),
  multiplier: optional(tierFields.multiplier),
  validityMonths: optional(tierFields.validityMonths)
})

const ProgramFile = Schema.Struct({
  name: programFields.name,
  status: optional(ProgramStatus),
  description: optional(programFields.description),
  currencyName: optional(programFields.currencyName),
  pointsExpiryMonths: optional(programFields.pointsExpiryMonths),
  tiers: optionalMany(TierFile),
  earning: optional(Schema.Struct({ effectiveFrom: CalendarDate, rules: NewRules }))
})

const OperatorFile = Schema.Struct({
  /** `sub` of the operator's tokens. */
  subject: Name,
  name: Name,
  email: Email,
  role: optional(Name),
  status: optional(Operator.fields.status),
  /** Permissions on the operator routes. */
  permissions: optional(Schema.Array(Schema.Literals(operatorPermissions)).check(Schema.isMaxLength(10))),
  /**
   * The operator's teams in the file's workspaces, by id; replaces the existing ones there. Other workspaces are
   * unaffected.
   */
  teams: optionalMany(Workspace.fields.xid),
  /** Slugs of venues in the file; `all`, which is the default of a new operator: every venue of the organization. */
  venues: optional(Schema.Union([Schema.Literal("all"), many(Slug)]))
})

/**
 * The initial configuration of an organization as one file. Slugs, subjects, levels and the ids of workspaces, teams
 * and integrations identify the rows; an absent field keeps its value, or gets its default in a new row.
 */
export const Bootstrap = Schema.Struct({
  organization: OrganizationFile,
  brands: optionalMany(BrandFile),
  venues: optionalMany(VenueFile),
  workspaces: optionalMany(WorkspaceFile),
  integrations: optionalMany(IntegrationFile),
  program: optional(ProgramFile),
  operators: optionalMany(OperatorFile)
})
export type Bootstrap = typeof Bootstrap.Type
