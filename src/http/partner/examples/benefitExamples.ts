import type { RequestExample } from "../../surface/documents/DocumentFacts.ts"

/**
 * Ids in the demo data: venues V1 and V2, benefits of organization A, one of its groups, a program and its first tier.
 */
const demo = {
  V1: "t5jsyq1qwiudc8e7cj2uvs7t",
  V2: "15n0j677r7n5b8y3wzcnjghc",
  breakfast: "019b76da-a800-7514-afd2-b51bca2cc7c0",
  lounge: "019b76da-a800-7111-afce-b1d35772d985",
  transfer: "019b76da-a800-7cbd-b15d-04b1220a0f1b",
  welcomeDrink: "019b76da-a800-7a9e-bc2d-e3b41dc70a96",
  dining: "019b76da-a800-789e-9e6c-115e88fc4523",
  program: "019b76da-a800-7135-af7e-4392baf72216",
  tier: "019b76da-a800-7e45-966c-08093423fd9e",
  entitlement: "019b76da-a800-736e-a1ea-f191a40ee053"
}

const benefit = {
  benefitId: demo.breakfast,
  name: "Terrace breakfast",
  description: "Breakfast on the terrace, from seven to eleven",
  kind: "amenity",
  redemptionType: "direct",
  minTierLevel: 1,
  scope: "property",
  propertyIds: [demo.V2, demo.V1],
  howToRedeem: "Name your room at the entrance",
  heroImageUrl: "https://images.example.com/perks/breakfast/hero.jpg",
  enabled: true,
  groupIds: [demo.dining],
  createdAt: "2026-03-13T08:00:00.000Z",
  updatedAt: "2026-04-10T09:12:44.000Z"
}

const created = {
  ...benefit,
  benefitId: "019e1234-5678-7abc-8def-0123456789ab",
  name: "Sunset drink",
  description: null,
  redemptionType: "direct",
  scope: "global",
  propertyIds: [],
  howToRedeem: "Ask at the bar",
  heroImageUrl: null,
  groupIds: [],
  createdAt: "2026-05-10T09:12:44.000Z",
  updatedAt: "2026-05-10T09:12:44.000Z"
}

const override = {
  venueId: demo.V1,
  overriddenName: "Rooftop breakfast",
  overriddenDescription: "Served on the roof until eleven",
  enabled: true
}

const listedGroup = {
  groupId: demo.dining,
  name: "Food and drink",
  description: "Food and drink: perks of Program A",
  enabled: true,
  stayRequired: false,
  benefitCount: 1,
  createdAt: "2026-03-13T08:00:00.000Z",
  updatedAt: "2026-04-10T09:12:44.000Z"
}

const group = { ...listedGroup, benefits: [benefit] }

const entitlement = {
  entitlementId: demo.entitlement,
  programId: demo.program,
  tierId: demo.tier,
  benefitId: demo.breakfast,
  quantityPerStay: 2,
  venueIds: null,
  validFrom: "2026-03-13",
  validTo: null,
  active: true,
  createdAt: "2026-03-13T08:00:00.000Z",
  updatedAt: "2026-04-10T09:12:44.000Z"
}

const keyed = (name: string) => ({ "idempotency-key": `example-${name}-1` })
const page = (item: object) => ({ items: [item], total: 1, limit: 25, offset: 0 })

/** Requests to the benefit, group and entitlement endpoints that succeed against the demo data, by operation id. */
export const benefitRequests: Readonly<Record<string, RequestExample>> = {
  createBenefit: {
    parameters: keyed("benefit"),
    bodies: {
      global: {
        summary: "Available wherever a tier is entitled to it",
        value: {
          name: created.name,
          kind: "amenity",
          redemptionType: "direct",
          minTierLevel: 1,
          scope: "global",
          howToRedeem: created.howToRedeem
        }
      },
      property: {
        summary: "Available at two venues",
        value: {
          name: "Boat trip",
          kind: "tour",
          redemptionType: "requireApproval",
          minTierLevel: 2,
          scope: "property",
          propertyIds: [demo.V1, demo.V2]
        }
      }
    }
  },
  getBenefit: { parameters: { benefitId: demo.breakfast } },
  changeBenefit: {
    parameters: { benefitId: demo.breakfast, ...keyed("benefit-change") },
    bodies: {
      text: {
        summary: "Change the description and remove the instructions",
        value: { description: benefit.description, howToRedeem: null }
      },
      hidden: { summary: "Hide it from members and staff", value: { enabled: false } }
    }
  },
  archiveBenefit: { parameters: { benefitId: demo.transfer, ...keyed("benefit-archive") } },
  listBenefitOverrides: { parameters: { benefitId: demo.breakfast } },
  setBenefitOverride: {
    parameters: { benefitId: demo.lounge, venueId: demo.V1, ...keyed("override") },
    bodies: {
      named: { summary: "Use a venue-specific name", value: { overriddenName: "Library lounge" } },
      withdrawn: { summary: "Do not offer it at the venue", value: { enabled: false } }
    }
  },
  removeBenefitOverride: { parameters: { benefitId: demo.breakfast, venueId: demo.V1, ...keyed("override-removal") } },
  createBenefitGroup: {
    parameters: keyed("group"),
    bodies: { named: { summary: "Create a group", value: { name: "On the water", stayRequired: true } } }
  },
  getBenefitGroup: { parameters: { groupId: demo.dining } },
  changeBenefitGroup: {
    parameters: { groupId: demo.dining, ...keyed("group-change") },
    bodies: { renamed: { summary: "Rename the group", value: { name: "Eat and drink" } } }
  },
  removeBenefitGroup: { parameters: { groupId: demo.dining, ...keyed("group-removal") } },
  replaceBenefitsOfGroup: {
    parameters: { groupId: demo.dining, ...keyed("group-benefits") },
    bodies: {
      ordered: { summary: "Two benefits in display order", value: { benefitIds: [demo.welcomeDrink, demo.breakfast] } }
    }
  },
  createEntitlement: {
    parameters: keyed("entitlement"),
    bodies: {
      everywhere: {
        summary: "At every venue, without an end date",
        value: { programId: demo.program, tierId: demo.tier, benefitId: demo.lounge }
      },
      season: {
        summary: "At one venue, for a season",
        value: {
          programId: demo.program,
          tierId: demo.tier,
          benefitId: demo.lounge,
          quantityPerStay: 2,
          venueIds: [demo.V1],
          validFrom: "2027-05-01",
          validTo: "2027-09-30"
        }
      }
    }
  },
  changeEntitlement: {
    parameters: { entitlementId: demo.entitlement, ...keyed("entitlement-change") },
    bodies: {
      fewer: { summary: "Once per stay, at one venue", value: { quantityPerStay: 1, venueIds: [demo.V1] } },
      suspended: { summary: "Suspended", value: { active: false } }
    }
  },
  withdrawEntitlement: { parameters: { entitlementId: demo.entitlement, ...keyed("entitlement-withdrawal") } }
}

/** Example responses of the benefit, group and entitlement endpoints, by operation id. */
export const benefitExamples = {
  listBenefits: page(benefit),
  createBenefit: created,
  getBenefit: benefit,
  changeBenefit: { ...benefit, howToRedeem: null },
  listBenefitOverrides: { items: [override] },
  setBenefitOverride: { ...override, overriddenName: "Library lounge", overriddenDescription: null },
  listBenefitGroups: page(listedGroup),
  createBenefitGroup: {
    ...group,
    name: "On the water",
    description: null,
    stayRequired: true,
    benefitCount: 0,
    benefits: []
  },
  getBenefitGroup: group,
  changeBenefitGroup: { ...group, name: "Eat and drink" },
  replaceBenefitsOfGroup: group,
  listEntitlements: page(entitlement),
  createEntitlement: { ...entitlement, quantityPerStay: 1, validFrom: null },
  changeEntitlement: { ...entitlement, quantityPerStay: 1, venueIds: [demo.V1] }
}
