import { HubApi } from "../http/hub/HubApi.ts"
import { OperatorApi } from "../http/operator/OperatorApi.ts"
import { PartnerApi } from "../http/partner/PartnerApi.ts"
import { ProviderApi } from "../http/providers/ProviderApi.ts"
import { publishedDocument } from "../http/surface/documents/publishedDocument.ts"
import { MemberAndPublicApi } from "./server/MemberAndPublicApi.ts"

/** The published OpenAPI documents: base path and document, whose server URL is absolute if a public URL is passed. */
export const documents = {
  hub: {
    base: "/api/external/v1",
    specification: (publicUrl?: string) => publishedDocument(HubApi, publicUrl)
  },
  operator: {
    base: "/api/v1",
    specification: (publicUrl?: string) => publishedDocument(OperatorApi, publicUrl)
  },
  partner: {
    base: "/v1/partner",
    specification: (publicUrl?: string) => publishedDocument(PartnerApi, publicUrl)
  },
  providers: {
    base: "/api/providers",
    specification: (publicUrl?: string) => publishedDocument(ProviderApi, publicUrl)
  },
  public: {
    base: "/v1/public",
    specification: (publicUrl?: string) => publishedDocument(MemberAndPublicApi, publicUrl)
  }
} as const
