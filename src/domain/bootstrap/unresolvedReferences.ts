import type { Bootstrap } from "./Bootstrap.ts"
import type { FileProblem } from "../imports/FileInvalid.ts"
import { missing, oneMissing, repeated, repeatedKeys } from "../imports/keyProblems.ts"

const tierProblems = (tiers: NonNullable<NonNullable<Bootstrap["program"]>["tiers"]>) => {
  const path = "program.tiers"
  const ascending = tiers.toSorted((a, b) => a.level - b.level)
  return [
    ...repeated(
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
    ...repeatedKeys(path, teams),
    ...missing(path, teams, new Set<string>(all), "team"),
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
  const known = {
    brands: new Set<string>(brandSlugs),
    venues: new Set<string>(venueSlugs),
    teams: new Map(workspaces.map(({ id, teams = [] }) => [id, new Set<string>(teams.map((team) => team.id))]))
  }
  const workspaceIds = new Set<string>(known.teams.keys())
  return [
    ...repeated(
      "organization.identities",
      "organizationId",
      (file.organization.identities ?? []).map(({ organizationId, provider }) => `${organizationId} at ${provider}`)
    ),
    ...repeated("brands", "slug", brandSlugs),
    ...repeated("venues", "slug", venueSlugs),
    ...venues.flatMap(({ amenities = [], brand, tags = [] }, index) => [
      ...oneMissing(`venues[${index}].brand`, brand, known.brands, "brand"),
      ...repeatedKeys(`venues[${index}].amenities`, amenities),
      ...repeatedKeys(`venues[${index}].tags`, tags)
    ]),
    ...repeated(
      "workspaces",
      "id",
      workspaces.map(({ id }) => id)
    ),
    ...workspaces.flatMap(({ teams = [] }, index) =>
      repeated(
        `workspaces[${index}].teams`,
        "id",
        teams.map(({ id }) => id)
      )
    ),
    ...repeated(
      "brands",
      "id",
      brands.map(({ id }) => id)
    ),
    ...repeated(
      "venues",
      "id",
      venues.map(({ id }) => id)
    ),
    ...repeated(
      "integrations",
      "id",
      integrations.map(({ id }) => id)
    ),
    ...integrations.flatMap(({ grants = [] }, at) => [
      ...repeated(
        `integrations[${at}].grants`,
        "workspace",
        grants.map(({ workspace }) => workspace)
      ),
      ...grants.flatMap(({ permissions, teams, workspace }, index) => {
        const path = `integrations[${at}].grants[${index}]`
        return [
          ...repeatedKeys(`${path}.permissions`, permissions),
          ...repeatedKeys(`${path}.teams`, teams ?? []),
          ...oneMissing(`${path}.workspace`, workspace, workspaceIds, "workspace"),
          ...missing(`${path}.teams`, teams ?? [], known.teams.get(workspace) ?? new Set(), "team of the workspace")
        ]
      })
    ]),
    ...tierProblems(file.program?.tiers ?? []),
    ...repeated(
      "operators",
      "subject",
      operators.map(({ subject }) => subject)
    ),
    ...operators.flatMap(({ permissions = [], teams = [] }, index) => [
      ...repeatedKeys(`operators[${index}].permissions`, permissions),
      ...teamProblems(`operators[${index}].teams`, teams, workspaces)
    ]),
    ...operators.flatMap(({ venues: reach = "all" }, index) => {
      const path = `operators[${index}].venues`
      return reach === "all" ? [] : [...repeatedKeys(path, reach), ...missing(path, reach, known.venues, "venue")]
    })
  ]
}
