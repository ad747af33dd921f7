import type { HttpApiEndpoint } from "effect/http-api"
import { endpointRoutes } from "../surface/endpointRoutes.ts"
import { ArrivalsHandlers } from "./ArrivalsHandlers.ts"
import { CodePoolsHandlers } from "./CodePoolsHandlers.ts"
import { BenefitGroupsHandlers } from "./BenefitGroupsHandlers.ts"
import { BenefitsHandlers } from "./BenefitsHandlers.ts"
import { CustomDomainsHandlers } from "./CustomDomainsHandlers.ts"
import { EntitlementsHandlers } from "./EntitlementsHandlers.ts"
import { FulfillmentsHandlers } from "./FulfillmentsHandlers.ts"
import { MembersHandlers } from "./MembersHandlers.ts"
import { InsightHandlers } from "./InsightHandlers.ts"
import { GuestInvitesHandlers } from "./GuestInvitesHandlers.ts"
import { MultipliersHandlers } from "./MultipliersHandlers.ts"
import { PageImagesHandlers } from "./PageImagesHandlers.ts"
import { PagesHandlers } from "./PagesHandlers.ts"
import { PartnerApi } from "./PartnerApi.ts"
import { isOpen } from "./PartnerOpenAccess.ts"
import { partnerWrites } from "./partnerWrites.ts"
import { ProgramsHandlers } from "./ProgramsHandlers.ts"
import { ReservationsHandlers } from "./ReservationsHandlers.ts"
import { PublicInvitesHandlers } from "./PublicInvitesHandlers.ts"
import { publicInviteWrites } from "./publicInviteWrites.ts"
import { ScopeHandlers } from "./ScopeHandlers.ts"
import { TeammatesHandlers } from "./TeammatesHandlers.ts"
import { ThemeKitsHandlers } from "./ThemeKitsHandlers.ts"
import { TiersHandlers } from "./TiersHandlers.ts"

/** How the Partner API runs its endpoints. */
export const partnerServing = {
  writes: (endpoint: HttpApiEndpoint.Top) => (isOpen(endpoint) ? publicInviteWrites : partnerWrites)
}

export const PartnerRoutes = endpointRoutes(
  PartnerApi,
  [
    ArrivalsHandlers,
    CodePoolsHandlers,
    CustomDomainsHandlers,
    BenefitGroupsHandlers,
    BenefitsHandlers,
    EntitlementsHandlers,
    FulfillmentsHandlers,
    GuestInvitesHandlers,
    InsightHandlers,
    MembersHandlers,
    MultipliersHandlers,
    PageImagesHandlers,
    PagesHandlers,
    ProgramsHandlers,
    PublicInvitesHandlers,
    ReservationsHandlers,
    ScopeHandlers,
    TeammatesHandlers,
    ThemeKitsHandlers,
    TiersHandlers
  ],
  partnerServing
)
