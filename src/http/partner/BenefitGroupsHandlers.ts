import { changeBenefitGroup } from "../../domain/benefits/changeBenefitGroup.ts"
import { createBenefitGroup } from "../../domain/benefits/createBenefitGroup.ts"
import { getBenefitGroup, listBenefitGroups } from "../../domain/benefits/readBenefitGroups.ts"
import { removeBenefitGroup } from "../../domain/benefits/removeBenefitGroup.ts"
import { replaceBenefitsOfGroup } from "../../domain/benefits/replaceBenefitsOfGroup.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const BenefitGroupsHandlers = handlersOf(
  PartnerApi,
  "benefitGroups"
)({
  listBenefitGroups: ({ query }) => listBenefitGroups(query),
  createBenefitGroup: ({ payload }) => createBenefitGroup(payload),
  getBenefitGroup: ({ params }) => getBenefitGroup(params.groupId),
  changeBenefitGroup: ({ params, payload }) => changeBenefitGroup(params.groupId, payload),
  removeBenefitGroup: ({ params }) => removeBenefitGroup(params.groupId),
  replaceBenefitsOfGroup: ({ params, payload }) => replaceBenefitsOfGroup(params.groupId, payload.benefitIds)
})
