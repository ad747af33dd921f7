import { archiveBenefit } from "../../domain/benefits/archiveBenefit.ts"
import { changeBenefit } from "../../domain/benefits/changeBenefit.ts"
import { createBenefit } from "../../domain/benefits/createBenefit.ts"
import { getBenefit, listBenefitOverrides, listBenefits } from "../../domain/benefits/readBenefits.ts"
import { removeBenefitOverride } from "../../domain/benefits/removeBenefitOverride.ts"
import { setBenefitOverride } from "../../domain/benefits/setBenefitOverride.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const BenefitsHandlers = handlersOf(
  PartnerApi,
  "benefits"
)({
  listBenefits: ({ query }) => listBenefits(query),
  createBenefit: ({ payload }) => createBenefit(payload),
  getBenefit: ({ params }) => getBenefit(params.benefitId),
  changeBenefit: ({ params, payload }) => changeBenefit(params.benefitId, payload),
  archiveBenefit: ({ params }) => archiveBenefit(params.benefitId),
  listBenefitOverrides: ({ params }) => listBenefitOverrides(params.benefitId),
  setBenefitOverride: ({ params, payload }) => setBenefitOverride(params.benefitId, params.venueId, payload),
  removeBenefitOverride: ({ params }) => removeBenefitOverride(params.benefitId, params.venueId)
})
