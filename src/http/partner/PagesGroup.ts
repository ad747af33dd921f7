import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
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
import { DuplicateResource, StaleVersion, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { themeChangeFields } from "../../domain/themes/ThemeChange.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { expectedVersion } from "./expectedVersion.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { namePart } from "./parameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

const reading = { scopes: ["partner:pages:read"], preview: true } as const
const writing = { scopes: ["partner:pages:manage"], preview: true } as const

const draftRequired = partnerFailure(DraftRequired)
const draftNotFound = partnerFailure(DraftNotFound)
const editing = [insufficientReach, draftRequired, partnerFailure(StaleVersion)] as const

/** Maximum size of a page's content as JSON, in bytes; allows for escaped multi-byte text. */
const contentBytes = 524_288

const PagesPage = Schema.Struct(offsetPage(PageGroupView)).annotate({ identifier: "PageGroups" })

const PagesQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(PageStatus)).pipe(
    Schema.annotateEncoded({ description: "Only pages in these statuses" })
  ),
  q: namePart
})

const VersionQuery = Schema.Struct({
  version: Schema.optionalKey(Schema.Literals(["draft", "published"])).annotateKey({
    description: "Version to return; by default the draft if there is one, otherwise the published version"
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
        description: "Id of an active program whose members may read the page"
      })
    })
  ).annotateKey({ description: "Whether the page is for members only" }),
  expectedVersion
}).check(atLeastOneField)

const ThemeChanges = Schema.Struct({
  themeKitId: Schema.optionalKey(Schema.NullOr(ExternalId)).annotateKey({
    description: "Id of a theme kit whose tokens replace the whole theme; null to unlink the page from its kit"
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
    description: "Robots directive for search engines; `index,follow` by default"
  }),
  ogImageUrl: Schema.optionalKey(ogImageUrl),
  expectedVersion
})

const DomainAssignment = Schema.Struct({
  customDomainId: Schema.NullOr(ExternalId).annotateKey({
    description: "Id of a verified custom domain of the organization; null for none"
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
      description: "Pages of venues within your reach and of the whole organization, ordered by name, then id."
    }),
    read.get("getPage", one, {
      ...reading,
      params,
      success: PageGroupView,
      summary: "Get a page",
      description: "Includes the last published version and the draft, if any."
    }),
    read.get("previewPage", `${one}/preview`, {
      ...reading,
      params,
      success: PagePreview,
      errors: [draftNotFound],
      summary: "Preview the draft of a page",
      description: [
        "Renders the draft as guests would see it once published, with current offers, benefits and venue details.",
        "Text is escaped, and the HTML contains no scripts."
      ].join(" ")
    }),
    read.get("getPageSeo", `${one}/seo`, {
      ...reading,
      params,
      query: VersionQuery,
      success: PageSeoView,
      errors: [draftNotFound],
      summary: "Get the search settings of a page",
      description:
        "Returns those of the draft if there is one, otherwise of the published version; `version` tells which."
    }),
    read.get("getPageTheme", `${one}/theme`, {
      ...reading,
      params,
      query: VersionQuery,
      success: PageThemeView,
      errors: [draftNotFound],
      summary: "Get the theme of a page",
      description:
        "Returns that of the draft if there is one, otherwise of the published version; `version` tells which."
    }),
    read.get("listEligibleDomains", `${one}/eligible-domains`, {
      ...reading,
      params,
      success: EligibleDomains,
      summary: "List the domains that a page can use",
      description: "Verified custom domains of the organization, with the page that currently uses each."
    }),
    read.get("listGatePrograms", `${one}/member-gate-programs`, {
      ...reading,
      params,
      success: GatePrograms,
      summary: "List the programs that can gate a page",
      description: "Active loyalty programs of the organization. Only members of its program can read a gated page."
    }),
    write.patch("changePage", one, {
      ...writing,
      params,
      payload: PageChanges,
      bodyBytes: contentBytes,
      success: PageGroupView,
      errors: [...editing, partnerFailure(StateConflict), partnerFailure(FieldInvalid)],
      summary: "Edit the draft of a page",
      description: "Absent fields are left unchanged. The published version changes only when the draft is published."
    }),
    write.patch("changePageTheme", `${one}/theme`, {
      ...writing,
      params,
      payload: ThemeChanges,
      success: PageThemeView,
      errors: editing,
      summary: "Edit the theme of a draft",
      description: [
        "A theme kit first replaces all tokens; then the tokens in the request are applied, where null removes one.",
        "Later changes to the kit do not affect the page. `warnings` lists legibility problems; they never cause a",
        "refusal."
      ].join(" ")
    }),
    write.put("replacePageSeo", `${one}/seo`, {
      ...writing,
      params,
      payload: NewSeo,
      success: PageSeoView,
      errors: editing,
      summary: "Replace the search settings of a draft",
      description: "Replaces all settings: absent fields are reset to null or their default."
    }),
    write.put("assignCustomDomain", `${one}/custom-domain`, {
      ...writing,
      params,
      payload: DomainAssignment,
      success: PageGroupView,
      errors: [insufficientReach, partnerFailure(CustomDomainNotVerified), partnerFailure(CustomDomainInUse)],
      summary: "Assign a custom domain to a page",
      description: "Takes effect immediately, in every status and without a draft. A domain serves at most one page."
    }),
    write.post("editPage", `${one}/edit`, {
      ...writing,
      params,
      success: PageGroupView,
      errors: [insufficientReach],
      summary: "Open the draft of a page",
      description:
        "Copies the last published version, or starts empty if there is none. An existing draft is left unchanged."
    }),
    write.post("discardDraft", `${one}/discard-draft`, {
      ...writing,
      params,
      success: PageGroupView,
      errors: [insufficientReach, draftRequired],
      summary: "Discard the draft of a page",
      description: "The published version is kept."
    }),
    write.post("publishPage", `${one}/publish`, {
      ...writing,
      params,
      success: PageGroupView,
      errors: [insufficientReach, draftRequired, partnerFailure(DuplicateResource)],
      summary: "Publish the draft of a page",
      description:
        "Guests see it immediately, even if the page was offline. Slugs are unique among an organization's published " +
        "pages."
    }),
    write.post("unpublishPage", `${one}/unpublish`, {
      ...writing,
      params,
      success: PageGroupView,
      errors: [insufficientReach, partnerFailure(StateConflict)],
      summary: "Take a page offline",
      description: "Guests no longer see it. The draft and the custom domain are kept."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Pages", description: "Landing pages, edited in drafts" })) {}
