import { DateTime } from "effect"
import { demoWithoutCities } from "./demoWithoutCities.ts"
import { organizationIds } from "../../../src/demo/demoOrganizations.ts"
import type { ChatInstallation } from "../../../src/domain/chat/ChatInstallation.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"

/** The time of the data. */
export const chatTime = DateTime.makeUnsafe("2026-03-04T05:06:07Z")

const demo = demoWithoutCities(chatTime)

/** The demo's installations, one that is disabled, and one of a suspended organization. */
export const chatDataset: Dataset = {
  ...demo,
  organizations: demo.organizations.map((row) =>
    row.id === organizationIds.B ? { ...row, status: "suspended" } : row
  ),
  chatInstallations: [
    ...demo.chatInstallations,
    ...demo.chatInstallations
      .slice(0, 1)
      .map((row) => ({ ...row, id: 11, xid: "disabled", status: "disabled" as const }))
  ],
  smsInstallations: [
    ...demo.smsInstallations,
    ...demo.smsInstallations
      .slice(0, 1)
      .map((row) => ({ ...row, id: 11, xid: "disabled", status: "disabled" as const }))
  ]
}

/** An installation of the dataset by position. */
export const chatInstallationAt = (place: number): ChatInstallation => {
  const found = chatDataset.chatInstallations[place]
  if (found === undefined) throw new Error(`no installation ${place}`)
  return found
}
