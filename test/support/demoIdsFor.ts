import { demoIds } from "../../src/demo/demoIds.ts"
import { chatLinkTokens } from "../../src/demo/demoProviders.ts"

/** The names printed by `hub demo` that can occur in a path. */
const idsByName: Readonly<Record<string, Readonly<Record<string, string | number>>>> = { ...demoIds, chatLinkTokens }

/** Manifest names of the rows for parameters whose own name does not match. */
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

/** The manifest name of a parameter: `tiers` for `tierId`. */
const ownName = (parameter: string) => `${parameter.replace(/Id$/u, "")}s`

/** The demo ids for a parameter of this name; none for a parameter that is no id. */
export const demoIdsFor = (parameter: string): ReadonlyArray<string> =>
  (others[parameter] ?? [ownName(parameter)]).flatMap((rows) => Object.values(idsByName[rows] ?? {}).map(String))
