import { decodeFile } from "../imports/decodeFile.ts"
import type { FileProblem } from "../imports/FileInvalid.ts"
import { missing, oneMissing, repeated, repeatedKeys } from "../imports/keyProblems.ts"
import { ProgramFile } from "./ProgramFile.ts"

/** Reports duplicate keys and references to missing rows. */
const problemsIn = (file: ProgramFile): ReadonlyArray<FileProblem> => {
  const { benefits, entitlements, groups, pools, tiers } = file
  const tierIds = tiers.map(({ tierId }) => tierId)
  const benefitIds = benefits.map(({ benefitId }) => benefitId)
  const [knownTiers, knownBenefits] = [new Set<string>(tierIds), new Set<string>(benefitIds)]
  const pairs = entitlements.map(({ active, benefitId, tierId }) => (active ? `${tierId} ${benefitId}` : undefined))
  return [
    ...repeatedKeys("venueIds", file.venueIds),
    ...repeated("tiers", "tierId", tierIds),
    ...repeated(
      "tiers",
      "level",
      tiers.map(({ level }) => level)
    ),
    ...(file.program.status === "active" && tiers.length === 0
      ? [{ path: "program.status", message: "an active program must have a tier" }]
      : []),
    ...repeated("benefits", "benefitId", benefitIds),
    ...benefits.flatMap(({ overrides, scope, venueIds }, index) => [
      ...repeatedKeys(`benefits[${index}].venueIds`, venueIds),
      ...repeated(
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
    ...repeated(
      "groups",
      "groupId",
      groups.map(({ groupId }) => groupId)
    ),
    ...repeated(
      "groups",
      "documentId",
      groups.map(({ documentId }) => documentId)
    ),
    ...groups.flatMap(({ benefitIds: members }, index) => [
      ...missing(`groups[${index}].benefitIds`, members, knownBenefits, "benefit"),
      ...repeatedKeys(`groups[${index}].benefitIds`, members)
    ]),
    ...repeated(
      "entitlements",
      "entitlementId",
      entitlements.map(({ entitlementId }) => entitlementId)
    ),
    ...repeated("entitlements", "benefitId", pairs),
    ...entitlements.flatMap(({ benefitId, tierId, validFrom, validTo }, index) => [
      ...oneMissing(`entitlements[${index}].tierId`, tierId, knownTiers, "tier"),
      ...oneMissing(`entitlements[${index}].benefitId`, benefitId, knownBenefits, "benefit"),
      ...(validFrom !== null && validTo !== null && validTo < validFrom
        ? [{ path: `entitlements[${index}].validTo`, message: "is before validFrom" }]
        : [])
    ]),
    ...repeated(
      "pools",
      "poolId",
      pools.map(({ poolId }) => poolId)
    )
  ]
}

/** Validates the content of a program file; fails with all problems. */
export const readProgramFile = decodeFile(ProgramFile, problemsIn)
