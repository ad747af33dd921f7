import { assignCustomDomain } from "../../domain/pages/assignCustomDomain.ts"
import { changePage } from "../../domain/pages/changePage.ts"
import { changePageTheme } from "../../domain/pages/changePageTheme.ts"
import {
  getPage,
  getPageSeo,
  getPageTheme,
  listEligibleDomains,
  listGatePrograms,
  listPages,
  previewPage
} from "../../domain/pages/readPages.ts"
import { discardDraft } from "../../domain/pages/discardDraft.ts"
import { editPage } from "../../domain/pages/editPage.ts"
import { publishPage } from "../../domain/pages/publishPage.ts"
import { unpublishPage } from "../../domain/pages/unpublishPage.ts"
import { replacePageSeo } from "../../domain/pages/replacePageSeo.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const PagesHandlers = handlersOf(
  PartnerApi,
  "pages"
)({
  listPages: ({ query }) => listPages(query),
  getPage: ({ params }) => getPage(params.pageGroupId),
  previewPage: ({ params }) => previewPage(params.pageGroupId),
  getPageSeo: ({ params, query }) => getPageSeo(params.pageGroupId, query.version),
  getPageTheme: ({ params, query }) => getPageTheme(params.pageGroupId, query.version),
  listEligibleDomains: ({ params }) => listEligibleDomains(params.pageGroupId),
  listGatePrograms: ({ params }) => listGatePrograms(params.pageGroupId),
  changePage: ({ params, payload: { expectedVersion, ...change } }) =>
    changePage(params.pageGroupId, change, expectedVersion),
  changePageTheme: ({ params, payload: { expectedVersion, ...change } }) =>
    changePageTheme(params.pageGroupId, change, expectedVersion),
  replacePageSeo: ({ params, payload: { expectedVersion, ...seo } }) =>
    replacePageSeo(params.pageGroupId, seo, expectedVersion),
  assignCustomDomain: ({ params, payload }) => assignCustomDomain(params.pageGroupId, payload.customDomainId),
  editPage: ({ params }) => editPage(params.pageGroupId),
  discardDraft: ({ params }) => discardDraft(params.pageGroupId),
  publishPage: ({ params }) => publishPage(params.pageGroupId),
  unpublishPage: ({ params }) => unpublishPage(params.pageGroupId)
})
