import { demoIds } from "../../src/demo/demoIds.ts"
import { chatLinkTokens } from "../../src/demo/demoProviders.ts"

/** What `hub demo` names that a path can have. */
const named: Readonly<Record<string, Readonly<Record<string, string | number>>>> = { ...demoIds, chatLinkTokens }

/** The rows that a parameter names where its own name does not say so, by their names in the manifest. */
const others: Readonly<Record<string, ReadonlyArray<string>>> = {
  chatLinkId: ["chatLinkTokens", "chatIdentities"],
  codeId: ["poolCodes"],
  deliveryId: ["deliveries"],
  documentId: ["legacyReservations"],
  externalId: ["members"],
  groupId: ["benefitGroups"],
  hashedPmsGuestId: ["insightHashes"],
  id: ["notifications", "perkGroups"],
  installationId: ["chatInstallations", "smsInstallations"],
  keyId: ["integrationKeys"],
  memberId: ["memberNumbers", "members"],
  multiplierId: ["pointMultipliers"],
  orgId: ["organizations"],
  pageGroupId: ["pages"],
  poolId: ["codePools"],
  propertyDocumentId: ["venues"],
  propertyId: ["properties", "venues"],
  slug: ["venueSlugs"],
  taskId: ["arrivals"],
  token: ["chatLinkTokens"]
}

/** `tierId` is one of `tiers`. */
const ownName = (parameter: string) => `${parameter.replace(/Id$/u, "")}s`

/** The ids that the demo data has for a parameter of this name; none for a parameter that is no id. */
export const demoIdsFor = (parameter: string): ReadonlyArray<string> =>
  (others[parameter] ?? [ownName(parameter)]).flatMap((rows) => Object.values(named[rows] ?? {}).map(String))
