import { decodeFile } from "../imports/decodeFile.ts"
import type { FileProblem } from "../imports/FileInvalid.ts"
import { unknownKeys, unknownKey, duplicateRows, duplicateKeys } from "../imports/keyProblems.ts"
import { ProgramFile } from "./ProgramFile.ts"

/** Reports duplicate keys and references to missing rows. */
const problemsIn = (file: ProgramFile): ReadonlyArray<FileProblem> => {
  const { benefits, entitlements, groups, pools, tiers } = file
  const tierIds = tiers.map(({ tierId }) => tierId)
  const benefitIds = benefits.map(({ benefitId }) => benefitId)
  const [definedTiers, definedBenefits] = [new Set<string>(tierIds), new Set<string>(benefitIds)]
  const pairs = entitlements.map(({ active, benefitId, tierId }) => (active ? `${tierId} ${benefitId}` : undefined))
  return [
    ...duplicateKeys("venueIds", file.venueIds),
    ...duplicateRows("tiers", "tierId", tierIds),
    ...duplicateRows(
      "tiers",
      "level",
      tiers.map(({ level }) => level)
    ),
    ...(file.program.status === "active" && tiers.length === 0
      ? [{ path: "program.status", message: "an active program must have a tier" }]
      : []),
    ...duplicateRows("benefits", "benefitId", benefitIds),
    ...benefits.flatMap(({ overrides, scope, venueIds }, index) => [
      ...duplicateKeys(`benefits[${index}].venueIds`, venueIds),
      ...duplicateRows(
        `benefits[${index}].overrides`,
        "venueId",
        overrides.map(({ venueId }) => venueId)
      ),
      ...(scope === "global" && venueIds.length > 0
        ? [{ path: `benefits[${index}].venueIds`, message: "must be empty for a benefit of global scope" }]
        : []),
      ...(scope === "property" && venueIds.length === 0
        ? [{ path: `benefits[${index}].venueIds`, message: "must name a venue for a benefit of property scope" }]
        : [])
    ]),
    ...duplicateRows(
      "groups",
      "groupId",
      groups.map(({ groupId }) => groupId)
    ),
    ...duplicateRows(
      "groups",
      "documentId",
      groups.map(({ documentId }) => documentId)
    ),
    ...groups.flatMap(({ benefitIds: members }, index) => [
      ...unknownKeys(`groups[${index}].benefitIds`, members, definedBenefits, "benefit"),
      ...duplicateKeys(`groups[${index}].benefitIds`, members)
    ]),
    ...duplicateRows(
      "entitlements",
      "entitlementId",
      entitlements.map(({ entitlementId }) => entitlementId)
    ),
    ...duplicateRows("entitlements", "benefitId", pairs),
    ...entitlements.flatMap(({ benefitId, tierId, validFrom, validTo }, index) => [
      ...unknownKey(`entitlements[${index}].tierId`, tierId, definedTiers, "tier"),
      ...unknownKey(`entitlements[${index}].benefitId`, benefitId, definedBenefits, "benefit"),
      ...(validFrom !== null && validTo !== null && validTo < validFrom
        ? [{ path: `entitlements[${index}].validTo`, message: "is before validFrom" }]
        : [])
    ]),
    ...duplicateRows(
      "pools",
      "poolId",
      pools.map(({ poolId }) => poolId)
    )
  ]
}

/** Validates the content of a program file; fails with all problems. */
export const readProgramFile = decodeFile(ProgramFile, problemsIn)
