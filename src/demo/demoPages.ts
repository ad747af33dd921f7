import { type DateTime, Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { PageBlock } from "../domain/pages/PageBlock.ts"
import { type PageGroupRow, PageGroupRowId, type PageVersionRow } from "../domain/pages/PageGroup.ts"
import type { DemoClock } from "./DemoClock.ts"
import { customDomainId, type DomainName } from "./demoCustomDomains.ts"
import { demoImage } from "./demoImages.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { benefitXid } from "./demoPerks.ts"
import { programXids } from "./demoPrograms.ts"
import { themeOf } from "./demoThemeKits.ts"
import { type OfferFact, offerNames, offerPlan, offerXid } from "./offerPlan.ts"
import { seeded } from "./seeded.ts"
import { type VenueName, venues } from "./venues.ts"

/** The states of DOMAIN 8.1, by name: what guests see, and whether there is a draft. */
const states = {
  published: { status: "published", hasDraft: false },
  published_draft: { status: "published", hasDraft: true },
  offline: { status: "offline", hasDraft: false },
  offline_draft: { status: "offline", hasDraft: true },
  never_draft: { status: "never_published", hasDraft: true },
  never: { status: "never_published", hasDraft: false }
} as const satisfies Readonly<Record<string, { status: PageGroupRow["status"]; hasDraft: boolean }>>

interface PageFact {
  readonly organization: "A" | "B"
  readonly venue: VenueName | null
  readonly state: keyof typeof states
  readonly isForMembers?: true
}

const statesAt = (organization: "A" | "B", venue: VenueName): ReadonlyArray<[string, PageFact]> =>
  Record.keys(states).map((state) => [`${venue}_${state}`, { organization, venue, state }])

/**
 * Each state at V1, V2 and W1; for each organization one public page without a venue and one for members only. The
 * published pages of V1 and W1 have a domain of their own.
 */
const pages: ReadonlyArray<[string, PageFact]> = [
  ...statesAt("A", "V1"),
  ...statesAt("A", "V2"),
  ...statesAt("B", "W1"),
  ["A_everywhere", { organization: "A", venue: null, state: "published" }],
  ["A_members", { organization: "A", venue: null, state: "published", isForMembers: true }],
  ["B_everywhere", { organization: "B", venue: null, state: "published" }],
  ["B_members", { organization: "B", venue: null, state: "published", isForMembers: true }]
]

/** Fixture name to the external id of a page group. */
export const pageXids: Readonly<Record<string, string>> = Object.fromEntries(
  pages.map(([name]) => [name, seeded.uuid("page group", name)])
)

const slugOf = (name: string) => name.toLowerCase().replaceAll("_", "-")

const domainOf: Readonly<Record<string, DomainName>> = { V1_published: "A_verified", W1_published: "B_verified" }

const domainIdOf = (name: string) => {
  const domain = domainOf[name]
  return domain === undefined ? null : customDomainId(domain)
}

const offersOf = (organization: "A" | "B"): ReadonlyArray<string> =>
  offerNames.flatMap((name) => {
    const fact: OfferFact = offerPlan[name]
    return fact.isOnPages === true && fact.organization === organization ? [offerXid(name)] : []
  })

const offersOnPages = { A: offersOf("A"), B: offersOf("B") }

const blocksOf = ({ organization }: PageFact): ReadonlyArray<PageBlock> => [
  {
    type: "hero",
    heading: "Stay a little longer",
    text: "Mornings without an alarm, and a late check-out for members",
    button: { label: "See the offers", href: "#offers" }
  },
  { type: "text", heading: "The house", text: "Rooms with a view, and **breakfast until noon**." },
  {
    type: "offers",
    heading: "Offers",
    offerIds: offersOnPages[organization]
  },
  {
    type: "perks",
    heading: "For members",
    benefitIds: organization === "A" ? [benefitXid("welcome_drink"), benefitXid("late_check_out")] : []
  },
  { type: "map", heading: "How to find us" },
  {
    type: "faq",
    heading: "Questions",
    items: [{ question: "When can I check in?", answer: "From **3 p.m.** on; earlier if your room is ready." }]
  },
  {
    type: "callToAction",
    heading: "Not a member yet?",
    button: { label: "Write to us", href: "mailto:desk@hotels-a.example" }
  }
]

const hasContent = (block: PageBlock) => block.type !== "perks" || block.benefitIds.length > 0

interface VersionFact {
  readonly id: number
  readonly number: number
  readonly title: string
  readonly at: DateTime.Utc
  readonly publishedAt: DateTime.Utc | null
}

const versionOf = (
  group: number,
  name: string,
  fact: PageFact,
  { at, id, number, publishedAt, title }: VersionFact
): PageVersionRow => ({
  id,
  organizationId: organizationIds[fact.organization],
  pageGroupId: PageGroupRowId.make(group),
  number,
  title,
  headline: "A place to come back to",
  body: "Welcome. *We look forward to your stay.*",
  blocks: blocksOf(fact).filter(hasContent),
  slug: slugOf(name),
  locale: "en",
  featuredImage: states[fact.state].status === "published" ? demoImage(fact.organization) : null,
  seo: {
    title: null,
    description: "A place to come back to",
    canonicalUrl: null,
    robots: "index,follow",
    ogImageUrl: null
  },
  theme: themeOf(fact.organization === "A" ? "A_used" : "B_used"),
  memberGate:
    fact.isForMembers === true
      ? { enabled: true, programId: programXids[fact.organization] ?? null }
      : { enabled: false, programId: null },
  createdAt: at,
  updatedAt: at,
  publishedAt
})

export const demoPages = (clock: DemoClock): Pick<Dataset, "pageGroups" | "pageVersions"> => {
  const numbered = pages.map(([name, fact], index) => ({ name, fact, id: 9301 + index, ...states[fact.state] }))
  return {
    pageGroups: numbered.map(({ fact, hasDraft, id, name, status }) => ({
      id: PageGroupRowId.make(id),
      xid: pageXids[name] ?? name,
      organizationId: organizationIds[fact.organization],
      propertyId: fact.venue === null ? null : venues[fact.venue].id,
      name: `Page ${name.replaceAll("_", " ")}`,
      status,
      publishedSlug: status === "published" ? slugOf(name) : null,
      customDomainId: domainIdOf(name),
      lastVersion: (status === "never_published" ? 0 : 1) + (hasDraft ? 1 : 0),
      createdAt: clock.ago({ days: 60 }),
      updatedAt: clock.ago({ days: 10 })
    })),
    pageVersions: numbered.flatMap(({ fact, hasDraft, id, name, status }) => {
      const first = status === "never_published" ? 0 : 1
      const title = `Page ${name.replaceAll("_", " ")}`
      const at = clock.ago({ days: 30 })
      return [
        ...(first === 0 ? [] : [versionOf(id, name, fact, { id: id * 10 + 1, number: 1, title, at, publishedAt: at })]),
        ...(hasDraft
          ? [
              versionOf(id, name, fact, {
                id: id * 10 + 2,
                number: first + 1,
                title: `${title}, edited`,
                at: clock.ago({ days: 10 }),
                publishedAt: null
              })
            ]
          : [])
      ]
    })
  }
}
