import { HttpApi, OpenApi } from "effect/http-api"
import { onDocument } from "../surface/documents/ApiDocument.ts"
import { documented } from "../surface/documents/documented.ts"
import { ArrivalsGroup } from "./ArrivalsGroup.ts"
import { CodePoolsGroup } from "./CodePoolsGroup.ts"
import { BenefitGroupsGroup } from "./BenefitGroupsGroup.ts"
import { BenefitsGroup } from "./BenefitsGroup.ts"
import { CustomDomainsGroup } from "./CustomDomainsGroup.ts"
import { EntitlementsGroup } from "./EntitlementsGroup.ts"
import { FulfillmentsGroup } from "./FulfillmentsGroup.ts"
import { MembersGroup } from "./MembersGroup.ts"
import { InsightGroup } from "./InsightGroup.ts"
import { MultipliersGroup } from "./MultipliersGroup.ts"
import { PageImagesGroup } from "./PageImagesGroup.ts"
import { PagesGroup } from "./PagesGroup.ts"
import { partnerDocument } from "./partnerDocument.ts"
import { ProgramsGroup } from "./ProgramsGroup.ts"
import { ReservationsGroup } from "./ReservationsGroup.ts"
import { GuestInvitesGroup } from "./GuestInvitesGroup.ts"
import { PublicInvitesGroup } from "./PublicInvitesGroup.ts"
import { ScopeGroup } from "./ScopeGroup.ts"
import { TeammatesGroup } from "./TeammatesGroup.ts"
import { ThemeKitsGroup } from "./ThemeKitsGroup.ts"
import { TiersGroup } from "./TiersGroup.ts"

/** The Partner API, for the staff and systems of one organization (PAR-001, PAR-011). */
export class PartnerApi extends HttpApi.make("partner")
  .add(ScopeGroup)
  .add(FulfillmentsGroup)
  .add(ArrivalsGroup)
  .add(MembersGroup)
  .add(ReservationsGroup)
  .add(InsightGroup)
  .add(BenefitsGroup)
  .add(BenefitGroupsGroup)
  .add(EntitlementsGroup)
  .add(ProgramsGroup)
  .add(TiersGroup)
  .add(TeammatesGroup)
  .add(GuestInvitesGroup)
  .add(PublicInvitesGroup)
  .add(CodePoolsGroup)
  .add(MultipliersGroup)
  .add(PagesGroup)
  .add(ThemeKitsGroup)
  .add(CustomDomainsGroup)
  .add(PageImagesGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotate(HttpApi.SuccessParseOptions, {})
  .prefix("/v1/partner")
  .annotateMerge(
    OpenApi.annotations({ title: "Partner API", version: "1.0.0", transform: onDocument(documented(partnerDocument)) })
  ) {}
