import { Context } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { Environment } from "../shared/Scalars.ts"
import type { Reach } from "./Reach.ts"

/** Who acts, as others may see it: a key by its external id, an operator by its subject. */
export interface PartnerPrincipal {
  readonly kind: "key" | "operator"
  readonly id: string
  readonly name: string
}

export interface PartnerCallerShape {
  readonly principal: PartnerPrincipal
  /** The effective tenant; null for global staff that target none, and for whoever has none. */
  readonly organization: {
    readonly id: OrganizationId
    readonly xid: string
    readonly name: string
    readonly slug: string
  } | null
  readonly reach: Reach
  readonly permissions: ReadonlySet<string>
  readonly authLevel: "partner" | "admin" | "operator"
  /** May look across organizations: staff that no organization binds. */
  readonly globalScope: boolean
  readonly environment: Environment
  /** External ids of what staff narrowed their view to (PAR-095); `propertyIds` is null when only the organization was. */
  readonly emulation: { readonly organizationId: string; readonly propertyIds: ReadonlyArray<string> | null } | null
}

/** The authenticated caller of a partner request. Its organization and reach come from the credential alone (PAR-003). */
export class PartnerCaller extends Context.Service<PartnerCaller, PartnerCallerShape>()(
  "hub/domain/access/PartnerCaller"
) {}
