const drink = {
  perkId: "019b76da-a800-7000-8000-000000000801",
  name: "Welcome drink",
  description: "A drink of your choice on arrival",
  redemptionType: "direct",
  minTierLevel: 1,
  heroImage: {
    url: "https://images.example.com/perks/welcome-drink/hero.jpg",
    alt: "Welcome drink",
    width: 1600,
    height: 900
  },
  cardImage: { url: "https://images.example.com/perks/welcome-drink/card.jpg", alt: "Welcome drink" },
  howToRedeem: "Ask at the bar",
  isEligible: true,
  sourceType: "global"
}

const suite = {
  perkId: "019b76da-a800-7000-8000-000000000803",
  name: "Suite upgrade",
  redemptionType: "suiteElevation",
  minTierLevel: 3,
  isEligible: false,
  eligibilityReason: "Needs tier level 3; yours is 2",
  eligibility: { code: "tier_level", facts: { required: 3, actual: 2 } },
  sourceType: "global"
}

const breakfast = {
  perkId: "019b76da-a800-7000-8000-000000000807",
  name: "Terrace breakfast",
  description: "Breakfast for two",
  redemptionType: "direct",
  minTierLevel: 1,
  isEligible: true,
  overriddenName: "Rooftop breakfast",
  overriddenDescription: "Served on the roof until eleven",
  sourceType: "property",
  propertyId: "t5jsyq1qwiudc8e7cj2uvs7t",
  propertyName: "Venue V1"
}

const group = {
  id: 901,
  documentId: "k2v0s3x9q7w1e5r8t4y6u0i3",
  name: "Food and drink",
  description: "From breakfast to the last drink",
  enabled: true,
  stayRequired: false,
  createdAt: "2025-08-16T05:06:07.000Z",
  updatedAt: "2026-02-12T05:06:07.000Z"
}

/** Example responses of the perk endpoints, by operation id. */
export const perkExamples = {
  listPerks: { globalPerks: [drink, suite], propertyPerks: [breakfast], total: 3 },
  listPerkGroups: { items: [group], total: 1 },
  getPerkGroup: group,
  listGroupPerks: { globalPerks: [drink], propertyPerks: [breakfast], total: 2 }
}
