import type { Bootstrap } from "./Bootstrap.ts"
import type { FileProblem } from "../imports/FileInvalid.ts"
import { unknownKeys, unknownKey, duplicateRows, duplicateKeys } from "../imports/keyProblems.ts"

const tierProblems = (tiers: NonNullable<NonNullable<Bootstrap["program"]>["tiers"]>) => {
  const path = "program.tiers"
  const ascending = tiers.toSorted((a, b) => a.level - b.level)
  return [
    ...duplicateRows(
      path,
      "level",
      tiers.map(({ level }) => level)
    ),
    ...ascending.flatMap(({ level, qualifyingPoints }, index) => {
      const below = ascending[index - 1]
      return below !== undefined && below.level < level && qualifyingPoints < below.qualifyingPoints
        ? [
            {
              path: `${path}[${tiers.findIndex((tier) => tier.level === level)}].qualifyingPoints`,
              message: `is less than that of level ${below.level}`
            }
          ]
        : []
    })
  ]
}

/** An operator's teams are given without their workspace, so the id must be unique across the file. */
const teamProblems = (path: string, teams: ReadonlyArray<string>, workspaces: NonNullable<Bootstrap["workspaces"]>) => {
  const all = workspaces.flatMap((workspace) => (workspace.teams ?? []).map(({ id }) => id))
  return [
    ...duplicateKeys(path, teams),
    ...unknownKeys(path, teams, new Set<string>(all), "team"),
    ...teams.flatMap((team, index) =>
      all.filter((id) => id === team).length > 1
        ? [{ path: `${path}[${index}]`, message: `${team} is a team of several workspaces` }]
        : []
    )
  ]
}

/** Reports duplicate keys and values, references to missing rows, and tiers that are easier to reach than the one below. */
export const unresolvedReferences = (file: Bootstrap): ReadonlyArray<FileProblem> => {
  const { brands = [], integrations = [], operators = [], venues = [], workspaces = [] } = file
  const brandSlugs = brands.map(({ slug }) => slug)
  const venueSlugs = venues.map(({ slug }) => slug)
  const defined = {
    brands: new Set<string>(brandSlugs),
    venues: new Set<string>(venueSlugs),
    teams: new Map(workspaces.map(({ id, teams = [] }) => [id, new Set<string>(teams.map((team) => team.id))]))
  }
  const workspaceIds = new Set<string>(defined.teams.keys())
  return [
    ...duplicateRows(
      "organization.identities",
      "organizationId",
      (file.organization.identities ?? []).map(({ organizationId, provider }) => `${organizationId} at ${provider}`)
    ),
    ...duplicateRows("brands", "slug", brandSlugs),
    ...duplicateRows("venues", "slug", venueSlugs),
    ...venues.flatMap(({ amenities = [], brand, tags = [] }, index) => [
      ...unknownKey(`venues[${index}].brand`, brand, defined.brands, "brand"),
      ...duplicateKeys(`venues[${index}].amenities`, amenities),
      ...duplicateKeys(`venues[${index}].tags`, tags)
    ]),
    ...duplicateRows(
      "workspaces",
      "id",
      workspaces.map(({ id }) => id)
    ),
    ...workspaces.flatMap(({ teams = [] }, index) =>
      duplicateRows(
        `workspaces[${index}].teams`,
        "id",
        teams.map(({ id }) => id)
      )
    ),
    ...duplicateRows(
      "brands",
      "id",
      brands.map(({ id }) => id)
    ),
    ...duplicateRows(
      "venues",
      "id",
      venues.map(({ id }) => id)
    ),
    ...duplicateRows(
      "integrations",
      "id",
      integrations.map(({ id }) => id)
    ),
    ...integrations.flatMap(({ grants = [] }, at) => [
      ...duplicateRows(
        `integrations[${at}].grants`,
        "workspace",
        grants.map(({ workspace }) => workspace)
      ),
      ...grants.flatMap(({ permissions, teams, workspace }, index) => {
        const path = `integrations[${at}].grants[${index}]`
        return [
          ...duplicateKeys(`${path}.permissions`, permissions),
          ...duplicateKeys(`${path}.teams`, teams ?? []),
          ...unknownKey(`${path}.workspace`, workspace, workspaceIds, "workspace"),
          ...unknownKeys(
            `${path}.teams`,
            teams ?? [],
            defined.teams.get(workspace) ?? new Set(),
            "team of the workspace"
          )
        ]
      })
    ]),
    ...tierProblems(file.program?.tiers ?? []),
    ...duplicateRows(
      "operators",
      "subject",
      operators.map(({ subject }) => subject)
    ),
    ...operators.flatMap(({ permissions = [], teams = [] }, index) => [
      ...duplicateKeys(`operators[${index}].permissions`, permissions),
      ...teamProblems(`operators[${index}].teams`, teams, workspaces)
    ]),
    ...operators.flatMap(({ venues: reach = "all" }, index) => {
      const path = `operators[${index}].venues`
      return reach === "all"
        ? []
        : [...duplicateKeys(path, reach), ...unknownKeys(path, reach, defined.venues, "venue")]
    })
  ]
}
