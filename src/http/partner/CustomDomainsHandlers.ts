import { connectDomain } from "../../domain/customDomains/connectDomain.ts"
import { disconnectDomain } from "../../domain/customDomains/disconnectDomain.ts"
import { withDomainLookUp } from "../../domain/customDomains/lookUpDomain.ts"
import { getCustomDomain, listCustomDomains, listDnsRecords } from "../../domain/customDomains/readCustomDomains.ts"
import { recheckDomain } from "../../domain/customDomains/recheckDomain.ts"
import { retryDomain } from "../../domain/customDomains/retryDomain.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const CustomDomainsHandlers = handlersOf(
  PartnerApi,
  "customDomains"
)({
  listCustomDomains: ({ query }) => listCustomDomains(query),
  connectCustomDomain: ({ payload }) => connectDomain(payload.hostname),
  getCustomDomain: ({ params }) => getCustomDomain(params.customDomainId),
  listDnsRecords: ({ params }) => listDnsRecords(params.customDomainId),
  disconnectCustomDomain: ({ params }) => disconnectDomain(params.customDomainId),
  recheckCustomDomain: {
    staged: ({ params }, once) => withDomainLookUp((found) => once(recheckDomain(params.customDomainId, found)))
  },
  retryCustomDomain: {
    staged: ({ params }, once) => withDomainLookUp((found) => once(retryDomain(params.customDomainId, found)))
  }
})
