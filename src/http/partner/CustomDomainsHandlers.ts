import { connectCustomDomain } from "../../domain/customDomains/connectCustomDomain.ts"
import { disconnectCustomDomain } from "../../domain/customDomains/disconnectCustomDomain.ts"
import { retryWithLookUp } from "../../domain/customDomains/lookUpDomain.ts"
import { getCustomDomain, listCustomDomains, listDnsRecords } from "../../domain/customDomains/readCustomDomains.ts"
import { recheckCustomDomain } from "../../domain/customDomains/recheckCustomDomain.ts"
import { retryCustomDomain } from "../../domain/customDomains/retryCustomDomain.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const CustomDomainsHandlers = handlersOf(
  PartnerApi,
  "customDomains"
)({
  listCustomDomains: ({ query }) => listCustomDomains(query),
  connectCustomDomain: ({ payload }) => connectCustomDomain(payload.hostname),
  getCustomDomain: ({ params }) => getCustomDomain(params.customDomainId),
  listDnsRecords: ({ params }) => listDnsRecords(params.customDomainId),
  disconnectCustomDomain: ({ params }) => disconnectCustomDomain(params.customDomainId),
  recheckCustomDomain: {
    staged: ({ params }, once) => retryWithLookUp((found) => once(recheckCustomDomain(params.customDomainId, found)))
  },
  retryCustomDomain: {
    staged: ({ params }, once) => retryWithLookUp((found) => once(retryCustomDomain(params.customDomainId, found)))
  }
})
