import { Record } from "effect"
import { type Benefit, BenefitId, BenefitXid } from "../domain/benefits/Benefit.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { DemoClock } from "./DemoClock.ts"
import { organizationIds } from "./demoOrganizations.ts"
import { programIds, type TierLevel, tierId } from "./demoPrograms.ts"
import {
  overridePlan,
  type PerkFact,
  type PerkGroupFact,
  type PerkGroupName,
  perkGroupPlan,
  type PerkName,
  perkNames,
  perkPlan,
  perkScope
} from "./perkPlan.ts"
import { seeded } from "./seeded.ts"
import { type VenueName, venues } from "./venues.ts"

type PerkTables =
  | "benefits"
  | "benefitVenues"
  | "benefitVenueOverrides"
  | "benefitGroups"
  | "benefitGroupItems"
  | "entitlements"

const factOf = (name: PerkName): PerkFact => perkPlan[name]

/** The external id of a perk: its `perkId` for members and its `benefitId` for partners. */
export const benefitXid = (name: PerkName) =>
  BenefitXid.make(seeded.uuid("benefit", `${perkPlan[name].organization} ${perkPlan[name].title}`))

const benefitId = (name: PerkName) => BenefitId.make(801 + perkNames.indexOf(name))

const groups = Record.toEntries<PerkGroupName, PerkGroupFact>(perkGroupPlan)

const image = (name: PerkName, size: string) => ({
  url: `https://images.example.com/perks/${name.replaceAll("_", "-")}/${size}.jpg`,
  alt: factOf(name).title
})

const benefit = (name: PerkName, clock: DemoClock): Benefit => {
  const { howToRedeem, kind, minTierLevel, organization, redemptionType, state, title, ...fact } = factOf(name)
  const isPlain = fact.tiers.length === 0
  return {
    id: benefitId(name),
    xid: benefitXid(name),
    organizationId: organizationIds[organization],
    name: title,
    description: isPlain ? null : `${title} for members of Program ${organization}`,
    kind,
    redemptionType,
    minTierLevel,
    scope: perkScope(factOf(name)),
    howToRedeem,
    heroImage: isPlain ? null : { ...image(name, "hero"), width: 1600, height: 900 },
    cardImage: isPlain ? null : image(name, "card"),
    enabled: state !== "disabled",
    archivedAt: state === "archived" ? clock.ago({ days: 30 }) : null,
    createdAt: clock.ago({ days: 300 }),
    updatedAt: clock.ago({ days: 30 })
  }
}

const idsOf = (names: ReadonlyArray<VenueName>) => names.map((name) => venues[name].id)

/** The external id of a group, as partners know it. */
export const benefitGroupXid = (name: PerkGroupName) => seeded.uuid("benefit group", name)

const entitlementXid = (name: PerkName, level: TierLevel) => seeded.uuid("entitlement", `${name} ${level}`)

const levelsOf = ({ inactive = [], tiers }: PerkFact) => [...tiers, ...inactive]

/** The external ids of entitlements, by perk and tier level such as `breakfast_2`. */
export const entitlementXids = Record.fromEntries(
  perkNames.flatMap((name) =>
    levelsOf(factOf(name)).map((level): [string, string] => [`${name}_${level}`, entitlementXid(name, level)])
  )
)

const entitlements = (name: PerkName, clock: DemoClock): Dataset["entitlements"] => {
  const { ended, only, organization, quantity, state, tiers } = factOf(name)
  return levelsOf(factOf(name)).map((level) => ({
    id: benefitId(name) * 10 + level,
    xid: entitlementXid(name, level),
    organizationId: organizationIds[organization],
    programId: programIds[organization],
    tierId: tierId(organization, level),
    benefitId: benefitId(name),
    quantityPerStay: quantity,
    venueIds: only === undefined ? null : idsOf(only),
    validFrom: clock.date("UTC", -300),
    validTo: ended === undefined ? null : clock.date("UTC", -ended),
    active: state !== "archived" && tiers.includes(level),
    createdAt: clock.ago({ days: 300 }),
    updatedAt: clock.ago({ days: 30 })
  }))
}

/** Perks of A and B, the tiers entitled to them, and their groups. */
export const demoPerks = (clock: DemoClock): Pick<Dataset, PerkTables> => ({
  benefits: perkNames.map((name) => benefit(name, clock)),
  benefitVenues: perkNames.flatMap((name) => {
    const { organization, venues: at = [] } = factOf(name)
    return idsOf(at).map((propertyId) => ({
      organizationId: organizationIds[organization],
      benefitId: benefitId(name),
      propertyId
    }))
  }),
  benefitVenueOverrides: overridePlan.map(({ description, enabled, name, perk, venue }) => ({
    organizationId: venues[venue].organizationId,
    benefitId: benefitId(perk),
    propertyId: venues[venue].id,
    overriddenName: name,
    overriddenDescription: description,
    enabled,
    updatedAt: clock.ago({ days: 20 })
  })),
  benefitGroups: groups.map(([name, fact]) => ({
    id: fact.id,
    xid: benefitGroupXid(name),
    organizationId: organizationIds[fact.organization],
    documentId: seeded.documentId("benefit group", name),
    name: fact.title,
    description: fact.disabled === true ? null : `${fact.title}: perks of Program ${fact.organization}`,
    enabled: fact.disabled !== true,
    stayRequired: fact.stayRequired === true,
    createdAt: clock.ago({ days: 200 }),
    updatedAt: clock.ago({ days: 20 })
  })),
  benefitGroupItems: groups.flatMap(([, fact]) =>
    fact.perks.map((perk, index) => ({
      organizationId: organizationIds[fact.organization],
      groupId: fact.id,
      benefitId: benefitId(perk),
      position: index + 1
    }))
  ),
  entitlements: perkNames.flatMap((name) => entitlements(name, clock))
})
