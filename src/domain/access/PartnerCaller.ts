import { Context } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Environment } from "../shared/Scalars.ts"
import type { Reach } from "./Reach.ts"

/** The actor as others see it: a key by its external id, an operator by their subject. */
export interface PartnerPrincipal {
  readonly kind: "key" | "operator"
  readonly id: string
  readonly name: string
}

export interface PartnerCallerShape {
  readonly principal: PartnerPrincipal
  /** The effective tenant; null for global staff without a target organization and for callers without one. */
  readonly organization: {
    readonly id: OrganizationId
    readonly xid: string
    readonly name: string
    readonly slug: string
  } | null
  readonly reach: Reach
  readonly permissions: ReadonlySet<string>
  readonly authLevel: "partner" | "admin" | "operator"
  /** May read across organizations: staff not bound to an organization. */
  readonly globalScope: boolean
  readonly environment: Environment
  /**
   * External ids of the view that staff emulate (PAR-095); `propertyIds` is null when only the organization is
   * emulated.
   */
  readonly emulation: { readonly organizationId: string; readonly propertyIds: ReadonlyArray<string> | null } | null
}

/** The authenticated caller of a partner request. Organization and reach come from the credential alone (PAR-003). */
export class PartnerCaller extends Context.Service<PartnerCaller, PartnerCallerShape>()(
  "hub/domain/access/PartnerCaller"
) {}
