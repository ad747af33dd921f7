import { Effect } from "effect"
import type { Organization } from "../organizations/Organization.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { isExternalId } from "../shared/ExternalId.ts"
import { NotFound } from "../shared/NotFound.ts"
import { orMissing } from "../shared/orMissing.ts"
import { Venues } from "../venues/Venues.ts"
import { type PartnerIdentity, tenantOf } from "./identifyPartner.ts"
import type { PartnerCallerShape } from "./PartnerCaller.ts"
import {
  AuthLevelNotAllowed,
  EmulationIncomplete,
  EmulationNotAllowed,
  OrganizationMissing
} from "./PartnerCredentialErrors.ts"
import { nowhere, type Reach } from "./Reach.ts"

/** The organization that a request targets, and whether its route requires one. */
export interface PartnerAims {
  /** Every value of the query parameter `organizationId`. Evaluated only for callers it applies to. */
  readonly organizationIds: () => ReadonlyArray<string>
  readonly emulateOrgId: string | undefined
  readonly emulatePropertyIds: string | undefined
  /** `nothing`: no organization needed; `read`: global staff may read across all; `write`: one is required. */
  readonly organizationFor: "nothing" | "read" | "write"
}

const bindTo = (caller: PartnerCallerShape, organization: Organization): PartnerCallerShape => ({
  ...caller,
  organization: tenantOf(organization),
  reach: { ...caller.reach, organizationIds: [organization.id] }
})

const findOrganization = Effect.fnUntraced(function* (xid: string | undefined) {
  if (xid === undefined || !isExternalId(xid)) return yield* new NotFound({})
  return yield* orMissing(yield* Organizations.use((organizations) => organizations.find(xid)))
})

/** The venues of `reach` named by the header; unknown and foreign ones are ignored alike. */
const emulatedVenues = Effect.fnUntraced(function* (reach: Reach, header: string) {
  const documentIds = header
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "")
  if (documentIds.length === 0) {
    return yield* new EmulationIncomplete({
      issues: [{ field: "X-Emulate-Property-Ids", in: "header", message: "Name at least one venue" }]
    })
  }
  return yield* Venues.use(({ listByDocumentId }) => listByDocumentId(reach, documentIds.filter(isExternalId)))
})

const emulate = Effect.fnUntraced(function* (identity: PartnerIdentity, aims: PartnerAims) {
  const { caller, isStaff } = identity
  if (!isStaff) return yield* new EmulationNotAllowed({ reason: "staff_only" })
  const xid = aims.emulateOrgId
  if (xid === undefined || xid === "") {
    return yield* new EmulationIncomplete({
      issues: [{ field: "X-Emulate-Org-Id", in: "header", message: "Needed with X-Emulate-Property-Ids" }]
    })
  }
  if (caller.globalScope && aims.organizationIds().some((id) => id !== xid)) {
    return yield* new EmulationNotAllowed({ reason: "organization_mismatch" })
  }
  // Staff of one organization cannot tell whether another exists.
  const isElsewhere = !caller.globalScope && caller.organization?.xid !== xid
  const placed: PartnerCallerShape = isElsewhere
    ? { ...caller, organization: null, reach: nowhere }
    : caller.globalScope
      ? bindTo(caller, yield* findOrganization(xid))
      : caller
  if (aims.emulatePropertyIds === undefined) {
    return { ...placed, globalScope: false, emulation: { organizationId: xid, propertyIds: null } }
  }
  const venues = yield* emulatedVenues(placed.reach, aims.emulatePropertyIds)
  return {
    ...placed,
    globalScope: false,
    reach: { ...placed.reach, venueIds: venues.map(({ id }) => id) },
    emulation: { organizationId: xid, propertyIds: venues.map(({ documentId }) => documentId) }
  }
})

const place = Effect.fnUntraced(function* (identity: PartnerIdentity, aims: PartnerAims) {
  const { caller, isService } = identity
  if (isService) return yield* new AuthLevelNotAllowed({ reason: "service_level" })
  if (aims.emulateOrgId !== undefined || aims.emulatePropertyIds !== undefined) return yield* emulate(identity, aims)
  // For all other callers the parameter does not exist (PAR-003).
  const [only, ...more] = caller.globalScope ? aims.organizationIds() : []
  return only === undefined ? caller : bindTo(caller, yield* findOrganization(more.length === 0 ? only : undefined))
})

const needsOrganization = (caller: PartnerCallerShape, aims: PartnerAims): OrganizationMissing | undefined => {
  if (caller.organization !== null || aims.organizationFor === "nothing") return undefined
  const isReadOnly = caller.globalScope || caller.emulation !== null
  if (!isReadOnly) return new OrganizationMissing({ reason: "no_organization" })
  return aims.organizationFor === "write" ? new OrganizationMissing({ reason: "organization_required" }) : undefined
}

/**
 * Applies the request's target organization to the caller: the one that global staff specify, or the narrower view of
 * emulation, which never widens the reach or adds a scope (PAR-004, PAR-095, A-31). `refusal` is the reason if this
 * route refuses the caller: key level, emulation not allowed, or no organization (PAR-091, PAR-094).
 */
export const placePartner = Effect.fnUntraced(function* (identity: PartnerIdentity, aims: PartnerAims) {
  return yield* Effect.match(place(identity, aims), {
    onFailure: (refusal) => ({ caller: identity.caller, refusal }),
    onSuccess: (caller) => ({ caller, refusal: needsOrganization(caller, aims) })
  })
})
