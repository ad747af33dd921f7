import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { contentFields, MemberGate, PageSeo } from "../../domain/pages/PageContent.ts"
import {
  CustomDomainInUse,
  CustomDomainNotVerified,
  DraftNotFound,
  DraftRequired
} from "../../domain/pages/PageErrors.ts"
import { EligibleDomains, GatePrograms } from "../../domain/pages/PageChoices.ts"
import { PageStatus } from "../../domain/pages/PageGroup.ts"
import { PageGroupView, PagePreview, PageSeoView, PageThemeView } from "../../domain/pages/PageView.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { DuplicateResource, StaleVersion, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { themeChangeFields } from "../../domain/themes/ThemeChange.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryList } from "../surface/QueryList.ts"
import { expectedVersion } from "./expectedVersion.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const reading = { scopes: ["partner:pages:read"], preview: true } as const
const writing = { scopes: ["partner:pages:manage"], preview: true } as const

const insufficientReach = partnerFailure(InsufficientReach)
const draftRequired = partnerFailure(DraftRequired)
const draftNotFound = partnerFailure(DraftNotFound)
const editing = [insufficientReach, draftRequired, partnerFailure(StaleVersion)] as const

/** The most bytes of a page's content as JSON: text in letters of several bytes, escaped. */
const contentBytes = 524_288

const PagesPage = Schema.Struct(offsetPage(PageGroupView)).annotate({ identifier: "PageGroups" })

const PagesQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(PageStatus)).pipe(
    Schema.annotateEncoded({ description: "Only these statuses" })
  ),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: "Part of the name, without regard to case and accents, otherwise literal"
  })
})

const VersionQuery = Schema.Struct({
  version: Schema.optionalKey(Schema.Literals(["draft", "published"])).annotateKey({
    description: "Which version; the draft, else the published one, unless said otherwise"
  })
})

const { blocks, body, headline, locale, slug, title } = contentFields

const PageChanges = Schema.Struct({
  title: Schema.optionalKey(title),
  headline: Schema.optionalKey(headline),
  body: Schema.optionalKey(body),
  blocks: Schema.optionalKey(blocks),
  slug: Schema.optionalKey(slug),
  locale: Schema.optionalKey(locale),
  memberGate: Schema.optionalKey(
    Schema.Struct({
      enabled: Schema.optionalKey(MemberGate.fields.enabled),
      programId: Schema.optionalKey(Schema.NullOr(ExternalId)).annotateKey({
        description: "Id of an active program, whose members may read the page"
      })
    })
  ).annotateKey({ description: "Whether the page is for members only" }),
  expectedVersion
}).check(atLeastOneField)

const ThemeChanges = Schema.Struct({
  themeKitId: Schema.optionalKey(Schema.NullOr(ExternalId)).annotateKey({
    description: "Id of a theme kit, whose tokens replace all of the theme's; null to name none any more"
  }),
  ...themeChangeFields,
  expectedVersion
}).check(atLeastOneField)

const { canonicalUrl, description, ogImageUrl, robots } = PageSeo.fields

const NewSeo = Schema.Struct({
  title: PageSeo.fields.title,
  description: Schema.optionalKey(description),
  canonicalUrl: Schema.optionalKey(canonicalUrl),
  robots: Schema.optionalKey(robots).annotateKey({
    description: "What search engines may do; `index,follow` unless said otherwise"
  }),
  ogImageUrl: Schema.optionalKey(ogImageUrl),
  expectedVersion
})

const WantedDomain = Schema.Struct({
  customDomainId: Schema.NullOr(ExternalId).annotateKey({
    description: "Id of a verified custom domain of the organization; null to use none"
  })
})

const path = "/pages"
const one = `${path}/:pageGroupId` as const

const params = { pageGroupId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the page" })) }

/** Pages of organizations and venues, edited in drafts (DOMAIN 8.1). */
export class PagesGroup extends HttpApiGroup.make("pages")
  .add(
    read.get("listPages", path, {
      ...reading,
      query: PagesQuery,
      success: PagesPage,
      summary: "List pages",
      description: "Pages of venues within your reach, and those of the whole organization; by name, then id."
    }),
    read.get("getPage", one, {
      ...reading,
      params,
      success: PageGroupView,
      summary: "Get a page",
      description: "With the version that was published last and the draft, where there are such."
    }),
    read.get("previewPage", `${one}/preview`, {
      ...reading,
      params,
      success: PagePreview,
      errors: [draftNotFound],
      summary: "Preview the draft of a page",
      description: [
        "As guests would see it once published, with offers, benefits and the venue as they are now. Text of the draft",
        "is escaped; the HTML holds no script."
      ].join(" ")
    }),
    read.get("getPageSeo", `${one}/seo`, {
      ...reading,
      params,
      query: VersionQuery,
      success: PageSeoView,
      errors: [draftNotFound],
      summary: "Get the search settings of a page",
      description: "Those of the draft, else of the published version; `version` says which."
    }),
    read.get("getPageTheme", `${one}/theme`, {
      ...reading,
      params,
      query: VersionQuery,
      success: PageThemeView,
      errors: [draftNotFound],
      summary: "Get the theme of a page",
      description: "That of the draft, else of the published version; `version` says which."
    }),
    read.get("listEligibleDomains", `${one}/eligible-domains`, {
      ...reading,
      params,
      success: EligibleDomains,
      summary: "List the domains that a page can use",
      description: "Verified custom domains of the organization, with the page that uses each already."
    }),
    read.get("listGatePrograms", `${one}/member-gate-programs`, {
      ...reading,
      params,
      success: GatePrograms,
      summary: "List the programs that can gate a page",
      description: "Active loyalty programs of the organization: only their members read a page that they gate."
    }),
    write.patch("changePage", one, {
      ...writing,
      params,
      payload: PageChanges,
      bodyBytes: contentBytes,
      success: PageGroupView,
      errors: [...editing, partnerFailure(StateConflict), partnerFailure(FieldInvalid)],
      summary: "Edit the draft of a page",
      description: "Absent fields stay. The published version does not change before the draft is published."
    }),
    write.patch("changePageTheme", `${one}/theme`, {
      ...writing,
      params,
      payload: ThemeChanges,
      success: PageThemeView,
      errors: editing,
      summary: "Edit the theme of a draft",
      description: [
        "A theme kit replaces all tokens first; then each token of the request, where null removes it. Later changes of",
        "the kit do not change the page. `warnings` says what is hard to read; it refuses nothing."
      ].join(" ")
    }),
    write.put("replacePageSeo", `${one}/seo`, {
      ...writing,
      params,
      payload: NewSeo,
      success: PageSeoView,
      errors: editing,
      summary: "Replace the search settings of a draft",
      description: "As a whole: what the request leaves out is null, or its default, afterwards."
    }),
    write.put("assignCustomDomain", `${one}/custom-domain`, {
      ...writing,
      params,
      payload: WantedDomain,
      success: PageGroupView,
      errors: [insufficientReach, partnerFailure(CustomDomainNotVerified), partnerFailure(CustomDomainInUse)],
      summary: "Give a page a custom domain",
      description: "At once, in every state and without a draft: it edits no version. A domain serves one page at most."
    }),
    write.post("editPage", `${one}/edit`, {
      ...writing,
      params,
      success: PageGroupView,
      errors: [insufficientReach],
      summary: "Open the draft of a page",
      description: [
        "As a copy of the version published last, empty before the first. A draft that is open already stays as it",
        "is."
      ].join(" ")
    }),
    write.post("discardDraft", `${one}/discard-draft`, {
      ...writing,
      params,
      success: PageGroupView,
      errors: [insufficientReach, draftRequired],
      summary: "Throw the draft of a page away",
      description: "What is published stays."
    }),
    write.post("publishPage", `${one}/publish`, {
      ...writing,
      params,
      success: PageGroupView,
      errors: [insufficientReach, draftRequired, partnerFailure(DuplicateResource)],
      summary: "Publish the draft of a page",
      description:
        "Guests see it at once, also if the page was offline. Published pages of an organization differ in slug."
    }),
    write.post("unpublishPage", `${one}/unpublish`, {
      ...writing,
      params,
      success: PageGroupView,
      errors: [insufficientReach, partnerFailure(StateConflict)],
      summary: "Take a page offline",
      description: "Guests no longer see it; an open draft and the custom domain stay."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Pages", description: "Landing pages, edited in drafts" })) {}
