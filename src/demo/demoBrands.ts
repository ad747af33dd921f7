import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { DemoClock } from "./DemoClock.ts"
import { type OrganizationName, organizationIds } from "./demoOrganizations.ts"
import { seeded } from "./seeded.ts"

interface BrandFact {
  readonly name: string
  readonly id: number
  readonly organization: OrganizationName
  readonly title?: string
  readonly inactive?: boolean
}

/** Internal ids of the brands that have venues. */
export const brandIds = { A1: 11, A2: 12, B1: 14, D01: 21, D02: 22, F1: 61, F2: 62, F3: 63 } as const

/** D04 and D05 share a name; D06 and D07 sort differently in byte order than in dictionary order (HUB-023). */
const titles: Readonly<Record<string, string>> = {
  D05: "Brand D04",
  D06: "brand D06",
  D07: "Ämne Brand D07"
}

const numbered = (n: number): BrandFact => {
  const name = `D${String(n).padStart(2, "0")}`
  return { name, id: 20 + n, organization: "D", title: titles[name] ?? `Brand ${name}`, inactive: n === 30 }
}

const facts: ReadonlyArray<BrandFact> = [
  { name: "A1", id: brandIds.A1, organization: "A" },
  { name: "A2", id: brandIds.A2, organization: "A" },
  { name: "B1", id: brandIds.B1, organization: "B" },
  ...Array.from({ length: 30 }, (_, index) => numbered(index + 1)),
  { name: "F1", id: brandIds.F1, organization: "F" },
  { name: "F2", id: brandIds.F2, organization: "F" },
  { name: "F3", id: brandIds.F3, organization: "F" }
]

export const brandNames = facts.map((fact) => fact.name)

/** The document id of a brand. */
export const brandDocumentId = (name: string) => seeded.documentId("brand", name)

/**
 * A has two brands with venues; D has 30, of which D01 has three venues, most have none and D30 is inactive (HUB-017,
 * HUB-023).
 */
export const demoBrands = (clock: DemoClock): Pick<Dataset, "brands"> => ({
  brands: facts.map((fact) => ({
    id: fact.id,
    organizationId: organizationIds[fact.organization],
    documentId: brandDocumentId(fact.name),
    name: fact.title ?? `Brand ${fact.name}`,
    slug: `brand-${fact.name.toLowerCase()}`,
    status: fact.inactive ? "inactive" : "active",
    logoUrl: fact.id % 3 === 0 ? null : `https://images.example.com/brands/${fact.name.toLowerCase()}/logo.svg`,
    description: fact.organization === "D" ? null : `What Brand ${fact.name} stands for`,
    createdAt: clock.ago({ days: 400 - fact.id }),
    updatedAt: clock.ago({ days: 30, minutes: fact.id })
  }))
})
