import { demoIds } from "../../../src/demo/demoIds.ts"
import { imageForm, onePixel } from "../http/form.ts"
import type { Sample } from "../http/Sample.ts"

const pages = "/v1/partner/pages"

/** An endpoint of a page of V1 in a state, with pages of other venues in the same state. */
const page = (state: string, more = "") => ({
  path: `${pages}/${demoIds.pages[`V1_${state}`]}${more}`,
  foreign: `${pages}/${demoIds.pages[`W1_${state}`]}${more}`,
  outOfReach: `${pages}/${demoIds.pages[`V2_${state}`]}${more}`
})

/** A successful request to each page endpoint. */
export const pageSamples: Readonly<Record<string, Sample>> = {
  listPages: { path: pages },
  getPage: page("published_draft"),
  previewPage: page("published_draft", "/preview"),
  getPageSeo: page("published_draft", "/seo"),
  getPageTheme: page("published_draft", "/theme"),
  listEligibleDomains: page("published_draft", "/eligible-domains"),
  listGatePrograms: page("published_draft", "/member-gate-programs"),
  changePage: {
    ...page("published_draft"),
    body: { headline: "Back for the summer", memberGate: { enabled: false } },
    otherBody: { headline: "Back for the winter" }
  },
  changePageTheme: {
    ...page("published_draft", "/theme"),
    body: { themeKitId: demoIds.themeKits.A_default, colors: { primary: "#0b5d78" } },
    otherBody: { borderRadius: 3 },
    bodyIds: [{ field: "themeKitId", foreign: demoIds.themeKits.B_free }]
  },
  uploadFeaturedImage: {
    ...page("published_draft", "/featured-image"),
    contentType: imageForm(onePixel).headers["content-type"],
    body: imageForm(onePixel, { fields: { alt: "The bay" } }).body,
    otherBody: imageForm(onePixel, { fields: { alt: "The harbour" } }).body
  },
  replacePageSeo: {
    ...page("published_draft", "/seo"),
    body: { title: "Stay at the harbour", description: "Rooms with a view" },
    otherBody: { title: "Stay at the harbour" }
  },
  assignCustomDomain: {
    ...page("never", "/custom-domain"),
    body: { customDomainId: demoIds.customDomains.A_free },
    otherBody: { customDomainId: null },
    bodyIds: [{ field: "customDomainId", foreign: demoIds.customDomains.B_free }]
  },
  editPage: page("published", "/edit"),
  discardDraft: page("never_draft", "/discard-draft"),
  publishPage: page("offline_draft", "/publish"),
  unpublishPage: page("published", "/unpublish")
}
